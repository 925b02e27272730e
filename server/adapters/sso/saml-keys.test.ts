import { spawnSync } from 'node:child_process'
import { X509Certificate, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { certificateExpiry, createSigningKey, normalizeCertificate } from './saml-keys.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

const at = new Date('2026-03-02T09:30:00.500Z')
const refusal = expect.objectContaining({ name: 'SamlSettingsError', reason: 'certificate' })

test('creates a key with a certificate that it signed', async () => {
  const { privateKey, certificate, expiresAt } = await createSigningKey(at)
  const read = new X509Certificate(certificate)
  expect({
    isOwn: read.checkPrivateKey(createPrivateKey(privateKey)),
    isSigned: read.verify(read.publicKey),
    isAuthority: read.ca,
    bits: read.publicKey.asymmetricKeyDetails?.modulusLength,
    names: [read.subject, read.issuer],
    from: read.validFromDate,
    to: read.validToDate,
    expiresAt,
  }).toEqual({
    isOwn: true,
    isSigned: true,
    isAuthority: false,
    bits: 2_048,
    names: ['CN=Laurel SAML', 'CN=Laurel SAML'],
    from: new Date('2026-03-01T09:30:00Z'),
    to: new Date('2036-03-02T09:30:00Z'),
    expiresAt: new Date('2036-03-02T09:30:00Z'),
  })
  expect(certificateExpiry(certificate)).toEqual(expiresAt)
})

test('creates certificates with distinct serial numbers', async () => {
  const keys = await Promise.all([createSigningKey(at), createSigningKey(at)])
  const numbers = keys.map(({ certificate }) => new X509Certificate(certificate).serialNumber)
  expect(new Set(numbers).size).toBe(2)
})

test('writes dates from 2050 in their own form', async () => {
  const { certificate, expiresAt } = await createSigningKey(new Date('2045-01-01T00:00:00Z'))
  expect(new X509Certificate(certificate).validToDate).toEqual(expiresAt)
  expect(expiresAt).toEqual(new Date('2055-01-01T00:00:00Z'))
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test.skipIf(!hasOpenssl)('makes a certificate that openssl verifies in strict mode', async () => {
  const file = join(makeTemporaryFolder('saml'), 'certificate.pem')
  const { certificate } = await createSigningKey(new Date())
  writeFileSync(file, certificate)
  const options = ['verify', '-x509_strict', '-check_ss_sig', '-partial_chain', '-CAfile']
  const { stdout, stderr } = spawnSync('openssl', [...options, file, file], { encoding: 'utf8' })
  expect(stdout + stderr).toBe(`${file}: OK\n`)
})

test('takes a certificate as PEM and as bare base64', async () => {
  const { certificate } = await createSigningKey(at)
  const base64 = certificate.replace(/-----[A-Z ]+-----|\s/g, '')
  const forms = [
    certificate,
    ` ${certificate.replaceAll('\n', '\r\n')}\n`,
    base64,
    base64.replace(/.{76}/g, '$&\n  '),
  ]
  expect(forms.map(normalizeCertificate)).toEqual(forms.map(() => certificate))
})

test('refuses other text than a single certificate', async () => {
  const { certificate, privateKey } = await createSigningKey(at)
  for (const text of [
    '',
    'text',
    'AAAA',
    privateKey,
    certificate + certificate,
    certificate.slice(0, 200),
    `${certificate}text`,
    'A'.repeat(20_001),
  ]) {
    expect(() => normalizeCertificate(text), text).toThrow(refusal)
  }
  expect(() => certificateExpiry('text')).toThrow(refusal)
})

test.each([
  ['a short RSA key', generateKeyPairSync('rsa', { modulusLength: 1_024 })],
  ['an RSA-PSS key', generateKeyPairSync('rsa-pss', { modulusLength: 2_048 })],
])('refuses a certificate of %s', (_name, keys) => {
  const certificate = createSelfSignedCertificate({
    name: 'Weak',
    ...keys,
    notBefore: at,
    notAfter: new Date(at.getTime() + 1_000),
  })
  expect(new X509Certificate(certificate).subject).toBe('CN=Weak')
  expect(() => normalizeCertificate(certificate)).toThrow(refusal)
})
