import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import { SamlError } from './saml-types.ts'
import {
  findChild,
  isNamed,
  listElements,
  namespaces,
  readAttribute,
  readText,
  requireChild,
} from './saml-xml.ts'

/**
 * Authenticated ciphers only: an error of CBC padding tells an attacker about the text. The same
 * holds for the key transport of RSA 1.5.
 */
const ciphers = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': { name: 'aes-128-gcm', keyBytes: 16 },
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': { name: 'aes-256-gcm', keyBytes: 32 },
} as const
/** RSA-OAEP with SHA-1 as the hash: other systems and the library support no other in common. */
const keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const keyDigest = 'http://www.w3.org/2000/09/xmldsig#sha1'
const ivBytes = 12
const tagBytes = 16

function isCipher(name: string | null): name is keyof typeof ciphers {
  return name !== null && Object.hasOwn(ciphers, name)
}

/** Returns the only element of this name in the tree. The library takes the first of several. */
function requireSingle(elements: readonly Element[], name: string): Element {
  const found = elements.filter(({ localName }) => localName === name)
  const [element] = found
  if (!element || found.length !== 1 || !isNamed(element, namespaces.encryption, name)) {
    throw new SamlError('encryption', `not exactly one ${name}`)
  }
  return element
}

function readCipherValue(element: Element): Buffer {
  const data = requireChild(element, namespaces.encryption, 'CipherData')
  return Buffer.from(readText(requireChild(data, namespaces.encryption, 'CipherValue')), 'base64')
}

function readMethod(element: Element): Element {
  return requireChild(element, namespaces.encryption, 'EncryptionMethod')
}

/** Throws unless the key is encrypted by RSA-OAEP with the hash SHA-1 and no label. */
function checkKeyTransport(method: Element): void {
  const digest = findChild(method, namespaces.signature, 'DigestMethod')
  const isKnown =
    readAttribute(method, 'Algorithm') === keyTransport &&
    (!digest || readAttribute(digest, 'Algorithm') === keyDigest) &&
    !findChild(method, namespaces.encryption, 'OAEPparams')
  if (!isKnown) throw new SamlError('encryption', 'key transport is not allowed')
}

/**
 * Returns the XML text of an EncryptedAssertion. Takes AES-GCM of 128 and 256 bits and RSA-OAEP.
 * Throws SamlError `encryption` for other algorithms and for text of another key.
 */
export function decryptAssertion(encrypted: Element, privateKey: string): string {
  const elements = listElements(encrypted)
  const data = requireSingle(elements, 'EncryptedData')
  const key = requireSingle(elements, 'EncryptedKey')
  if (data.parentNode !== encrypted) throw new SamlError('encryption', 'place of EncryptedData')
  const algorithm = readAttribute(readMethod(data), 'Algorithm')
  if (!isCipher(algorithm)) throw new SamlError('encryption', 'cipher is not allowed')
  checkKeyTransport(readMethod(key))
  const { name, keyBytes } = ciphers[algorithm]
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const secret = privateDecrypt(
      { key: privateKey, padding, oaepHash: 'sha1' },
      readCipherValue(key),
    )
    const content = readCipherValue(data)
    if (secret.length !== keyBytes || content.length < ivBytes + tagBytes) throw new Error('length')
    const decipher = createDecipheriv(name, secret, content.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(content.subarray(-tagBytes))
    const text = Buffer.concat([
      decipher.update(content.subarray(ivBytes, -tagBytes)),
      decipher.final(),
    ])
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    // The same answer for every failure: the step that fails says something about the key.
    throw new SamlError('encryption', 'assertion cannot be decrypted')
  }
}
