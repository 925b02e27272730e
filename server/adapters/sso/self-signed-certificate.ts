import { randomBytes, sign, type KeyObject } from 'node:crypto'

/** Identifiers and fixed parts of RFC 5280, already in DER. */
const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const commonName = Buffer.from('0603550403', 'hex')
const version3 = Buffer.from('a003020102', 'hex')
/** Critical: no authority, and a key that signs and decrypts keys. */
const basicConstraints = Buffer.from('300c0603551d130101ff04023000', 'hex')
const keyUsage = Buffer.from('300e0603551d0f0101ff0404030205a0', 'hex')

const tags = { integer: 0x02, bitString: 0x03, utf8: 0x0c, utcTime: 0x17, generalizedTime: 0x18 }
const constructed = { sequence: 0x30, set: 0x31, extensions: 0xa3 }

/** Returns the DER encoding of a value: tag, length and the parts. */
function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex')
  const bytes = length[0] === 0 ? length.subarray(1) : length
  return Buffer.concat([Buffer.from([tag, 0x80 + bytes.length]), bytes, content])
}

/** Dates from 2050 have another encoding (RFC 5280, section 4.1.2.5). */
function encodeTime(time: Date): Buffer {
  const text = `${time.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`
  const isLate = time.getUTCFullYear() >= 2050
  return encode(
    isLate ? tags.generalizedTime : tags.utcTime,
    Buffer.from(isLate ? text : text.slice(2)),
  )
}

export type CertificateInput = {
  /** The common name of subject and issuer. */
  name: string
  publicKey: KeyObject
  privateKey: KeyObject
  notBefore: Date
  notAfter: Date
}

/**
 * Returns a self-signed X.509 certificate of an RSA key, as PEM. Node reads certificates and makes
 * none. The libraries that do add about twenty packages, and this certificate has a fixed form.
 */
export function createSelfSignedCertificate(input: CertificateInput): string {
  const { sequence, set, extensions } = constructed
  const name = encode(
    sequence,
    encode(set, encode(sequence, commonName, encode(tags.utf8, Buffer.from(input.name)))),
  )
  const serial = randomBytes(16)
  // The number is positive and has no leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const body = encode(
    sequence,
    version3,
    encode(tags.integer, serial),
    sha256WithRsa,
    name,
    encode(sequence, encodeTime(input.notBefore), encodeTime(input.notAfter)),
    name,
    input.publicKey.export({ type: 'spki', format: 'der' }),
    encode(extensions, encode(sequence, basicConstraints, keyUsage)),
  )
  const signature = sign('sha256', body, input.privateKey)
  const certificate = encode(
    sequence,
    body,
    sha256WithRsa,
    encode(tags.bitString, Buffer.from([0]), signature),
  )
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
