"""What each page shows, read with a fixed number of queries."""
