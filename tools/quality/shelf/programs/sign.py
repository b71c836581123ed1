"""Makes keys and signatures: `sign.py identity FOLDER`, or `sign.py pyhanko|pdfsigner INPUT OUTPUT P12 PASSWORD LEVEL [FIELD]`."""
import datetime
import sys
from pathlib import Path


def identity(folder):
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import pkcs12

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, 'Ada Lovelace')])
    now = datetime.datetime.now(datetime.timezone.utc)
    usage = x509.KeyUsage(True, True, False, False, False, True, False, False, False)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=365))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = Path(folder)
    none = serialization.NoEncryption()
    (folder / 'certificate.der').write_bytes(certificate.public_bytes(serialization.Encoding.DER))
    (folder / 'key.der').write_bytes(
        key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, none)
    )
    # Java and node-forge read the older encryption of PKCS #12 files only.
    legacy = (
        serialization.PrivateFormat.PKCS12.encryption_builder()
        .key_cert_algorithm(pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC)
        .hmac_hash(hashes.SHA1())
        .build(b'password')
    )
    (folder / 'identity.p12').write_bytes(pkcs12.serialize_key_and_certificates(b'ada', key, certificate, None, legacy))


def pyhanko(source, target, p12, password, level, field='Signature1'):
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import fields, signers

    level = int(level)
    signer = signers.SimpleSigner.load_pkcs12(p12, passphrase=password.encode())
    permissions = [fields.MDPPerm.FILL_FORMS, fields.MDPPerm.NO_CHANGES, fields.MDPPerm.FILL_FORMS, fields.MDPPerm.ANNOTATE]
    details = signers.PdfSignatureMetadata(
        field_name=field,
        certify=level > 0,
        docmdp_permissions=permissions[level],
        name='Ada Lovelace',
        subfilter=fields.SigSeedSubFilter.PADES,
    )
    with open(source, 'rb') as pdf, open(target, 'wb') as output:
        signers.sign_pdf(IncrementalPdfFileWriter(pdf, strict=False), details, signer=signer, output=output)


def pdfsigner(source, target, p12, password, _level):
    import pdfsigner as library

    library.sign_pdf(source, target, p12, password, reason='I agree', name='Ada Lovelace')


{'identity': identity, 'pyhanko': pyhanko, 'pdfsigner': pdfsigner}[sys.argv[1]](*sys.argv[2:])
