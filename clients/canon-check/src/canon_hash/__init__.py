"""contentHash of a canonical PDF, from its definition alone (`text-3`)."""

from .pages import content_hash as content_hash
