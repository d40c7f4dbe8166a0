"""Warbands that leave and come: our own format, and those of other programs.

- `document`: our format, versioned, with its JSON Schema; every version ever written still loads
- `bounds`: how large and how deep a stranger's file may be
- `opening`: which format a file is in, by what is in it, and its text as plain data
- `battlescribe`, `toolheim`: two formats made into `foreign` rosters
- `matching`: names of other programs to ours; `reconcile`: the proposal and its report
"""
