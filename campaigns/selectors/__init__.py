"""Every read that is more than a manager call; what one may see is decided in `access`."""
