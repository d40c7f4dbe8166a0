"""A battle: state, orders, events, and one module a phase."""
