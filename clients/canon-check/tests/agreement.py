"""`python tests/agreement.py TRUTH…`: how often the checker and the engine agree.

Each line of a file of truth is JSON as `tools/quality/canon-check/oracle.ts` prints it: `path`, `canonical` and `contentHash`.
With `--content-hash` the hashes are compared. Exits 1 below the goal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Dict, Tuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
from canon_check.check import check  # noqa: E402


def answer(row: Dict[str, Any]) -> Tuple[Any, str]:
    sys.setrecursionlimit(10_000)
    data = Path(row["path"]).read_bytes()
    if row["hash"]:
        from canon_hash import content_hash

        try:
            return content_hash(data), ""
        except Exception as error:
            return "error", repr(error)
    findings = check(data)
    return not findings, f"{findings[0].clause}: {findings[0].message[:200]}" if findings else ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("truth", nargs="+", type=Path)
    parser.add_argument("--content-hash", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    rows = []
    for path in options.truth:
        for line in path.read_text().splitlines():
            row = json.loads(line)
            row["hash"] = options.content_hash
            if "canonical" in row and Path(row["path"]).exists():
                rows.append(row)
    agreed, kinds = 0, Counter()  # type: Tuple[int, Counter[str]]
    clauses: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for row, (found, finding) in zip(rows, pool.map(answer, rows, chunksize=8)):
            wanted = row["contentHash"] if options.content_hash else row["canonical"]
            if found == wanted:
                agreed += 1
                if row.get("clause") and not wanted:
                    named, clause = finding.partition(":")[0], row["clause"]
                    clauses["the clause of the mutation" if named == clause else f"{clause} as {named}"] += 1
                continue
            kinds[row.get("mutation", "output")] += 1
            print(f"{row['path']}: {row.get('mutation', '')} the engine says {wanted}, the checker {found} {finding}", flush=True)
    goal = 0.995 if options.content_hash else 0.999
    share = agreed / max(1, len(rows))
    print(f"{agreed} of {len(rows)} files agree: {share:.3%} (goal {goal:.1%}); differences: {dict(kinds)}")
    if clauses:
        print(f"named clauses: {dict(clauses.most_common())}")
    return 0 if share >= goal else 1


if __name__ == "__main__":
    sys.exit(main())
