class Above {}
