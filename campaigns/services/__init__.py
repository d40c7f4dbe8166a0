"""Every write: keyword-only verbs, one transaction each, permission checked inside."""
