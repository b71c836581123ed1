"""pyHanko's verdict on each file that standard input names: one line of JSON for each. `verify.py CERTIFICATE`"""
import json
import logging
import sys

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
with open(sys.argv[1], 'rb') as certificate:
    ROOT = x509.Certificate.load(certificate.read())


def verdict(path):
    with open(path, 'rb') as pdf:
        signatures = PdfFileReader(pdf, strict=False).embedded_regular_signatures
        if not signatures:
            return {'accepted': False, 'reason': 'no signature'}
        for signature in signatures:
            status = validate_pdf_signature(signature, ValidationContext(trust_roots=[ROOT], allow_fetching=False))
            if not status.bottom_line:
                problem = getattr(status, 'diff_result', None)
                return {'accepted': False, 'reason': f'{status.summary()} {problem if isinstance(problem, Exception) else ""}'}
    return {'accepted': True, 'reason': ''}


for line in sys.stdin:
    path = line.rstrip('\n')
    try:
        answer = verdict(path)
    except Exception as error:
        answer = {'accepted': False, 'reason': f'{type(error).__name__}: {error}'}
    answer['reason'] = ' '.join(answer['reason'].split())[:200]
    print(json.dumps({'file': path, **answer}), flush=True)
