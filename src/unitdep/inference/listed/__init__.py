"""Listed: up to five quantities, every tree is listed and scored."""
