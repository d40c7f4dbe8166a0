"""The product's own site with the yardsticks of its pages added (see benchmarks/pages.py)."""
