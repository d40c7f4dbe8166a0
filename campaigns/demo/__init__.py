"""The demo campaign: story.toml says what there is, build.py makes it through the services."""
