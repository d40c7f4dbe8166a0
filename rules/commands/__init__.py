"""The command lines of the engine, one module each; every `main` returns an exit status."""
