import { SamlError } from './saml-types.ts'
import {
  findChildren,
  isNamed,
  listChildren,
  listElements,
  namespaces,
  readAttribute,
} from './saml-xml.ts'

const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transforms = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  exclusiveCanonicalization,
]
/** RSA with SHA-256 or SHA-512. The library knows no SHA-384 and no elliptic curves. */
const signatureAlgorithms = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const digestAlgorithms = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const idPattern = /^[\p{L}_][\p{L}\p{N}_.-]{0,254}$/u

/** A response of the expected shape. Its signatures are not verified yet. */
export type ResponseParts = {
  response: Element
  /** The Assertion or the EncryptedAssertion. */
  assertion: Element
  isResponseSigned: boolean
}

/** Returns the elements of this local name in any namespace: a wrapped copy may change it. */
function findByLocalName(elements: readonly Element[], ...names: string[]): Element[] {
  return elements.filter(({ localName }) => names.includes(localName))
}

/** Returns the children in the signature's namespace. Throws unless they have exactly these names. */
function requireChildren(parent: Element, names: readonly string[]): Element[] {
  const children = listChildren(parent)
  const isExact =
    children.length === names.length &&
    children.every((child, index) => isNamed(child, namespaces.signature, names[index] ?? ''))
  if (!isExact) throw new SamlError('structure', `children of ${parent.localName}`)
  return children
}

/** Throws unless the element names an allowed algorithm and has no parameters besides namespaces. */
function checkAlgorithm(element: Element | undefined, allowed: readonly string[]): void {
  const algorithm = element && readAttribute(element, 'Algorithm')
  if (!element || !algorithm || !allowed.includes(algorithm)) {
    throw new SamlError('signature', 'algorithm is not allowed')
  }
  const isPlain = listChildren(element).every((child) =>
    isNamed(child, exclusiveCanonicalization, 'InclusiveNamespaces'),
  )
  if (!isPlain) throw new SamlError('structure', 'algorithm with parameters')
}

/** Throws unless the signature covers its parent with the allowed algorithms and nothing else. */
function checkSignature(signature: Element, parent: Element): void {
  const names = ['SignedInfo', 'SignatureValue']
  const hasKeyInfo = findChildren(signature, namespaces.signature, 'KeyInfo').length > 0
  const [info] = requireChildren(signature, hasKeyInfo ? [...names, 'KeyInfo'] : names)
  if (!info) throw new SamlError('structure', 'no SignedInfo')
  const [canonicalization, method, reference] = requireChildren(info, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ])
  checkAlgorithm(canonicalization, [exclusiveCanonicalization])
  checkAlgorithm(method, signatureAlgorithms)
  if (!reference || reference.getAttribute('URI') !== `#${readId(parent)}`) {
    throw new SamlError('signature', 'reference to another element')
  }
  const [list, digest] = requireChildren(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  checkAlgorithm(digest, digestAlgorithms)
  if (!list) throw new SamlError('structure', 'no Transforms')
  const steps = requireChildren(
    list,
    transforms.map(() => 'Transform'),
  )
  for (const [index, step] of steps.entries()) checkAlgorithm(step, [transforms[index] ?? ''])
}

/** Returns the ID of a signed element. Throws SamlError `structure` when it is missing. */
export function readId(element: Element): string {
  const id = readAttribute(element, 'ID')
  if (!id || !idPattern.test(id)) throw new SamlError('structure', 'no usable ID')
  return id
}

/**
 * Returns those of the parents that have a signature of their own. Throws when the document holds a
 * signature in another place, a second one for a parent, or one that breaks the rules.
 */
function findSigned(elements: readonly Element[], parents: readonly Element[]): Element[] {
  const found = findByLocalName(elements, 'Signature')
  const signed = parents.filter((parent) => {
    const [own, second] = findChildren(parent, namespaces.signature, 'Signature')
    if (second) throw new SamlError('structure', 'two signatures')
    if (own) checkSignature(own, parent)
    return own !== undefined
  })
  if (found.length !== signed.length) throw new SamlError('structure', 'signature in another place')
  return signed
}

/** Throws unless the element is the only assertion of the document. */
function checkSingle(elements: readonly Element[], assertion: Element | undefined): void {
  const found = findByLocalName(elements, 'Assertion', 'EncryptedAssertion')
  if (!assertion || found.length !== 1 || found[0] !== assertion) {
    throw new SamlError('structure', 'not exactly one assertion')
  }
  if (assertion.getAttribute('Version') !== '2.0' && assertion.localName === 'Assertion') {
    throw new SamlError('structure', 'version of the assertion')
  }
}

/** Returns whether the root is a Response of SAML 2.0. */
function isResponse(root: Element): boolean {
  return isNamed(root, namespaces.protocol, 'Response') && root.getAttribute('Version') === '2.0'
}

/** Throws SamlError `status` unless the status is Success. The code goes into the message. */
function checkStatus(root: Element): void {
  const codes = findChildren(root, namespaces.protocol, 'Status').flatMap((status) =>
    findChildren(status, namespaces.protocol, 'StatusCode'),
  )
  const code = codes.length === 1 ? codes[0] : undefined
  const values = [code, ...(code ? listChildren(code) : [])].map((one) =>
    one?.getAttribute('Value'),
  )
  if (values[0] !== 'urn:oasis:names:tc:SAML:2.0:status:Success') {
    throw new SamlError('status', values.join(' ').slice(0, 200))
  }
}

/**
 * Returns the parts of a successful response. Throws SamlError unless it holds exactly one
 * assertion, directly in the response, and signatures only of the response and the assertion.
 */
export function checkResponse(root: Element): ResponseParts {
  if (!isResponse(root)) throw new SamlError('structure', 'no response of SAML 2.0')
  const elements = listElements(root)
  checkStatus(root)
  if (findByLocalName(elements, 'Response').length !== 1) {
    throw new SamlError('structure', 'response in a response')
  }
  const [assertion] = listChildren(root).filter(
    (child) =>
      isNamed(child, namespaces.assertion, 'Assertion') ||
      isNamed(child, namespaces.assertion, 'EncryptedAssertion'),
  )
  checkSingle(elements, assertion)
  if (!assertion) throw new SamlError('structure', 'no assertion')
  const signed = findSigned(elements, [root, assertion])
  return { response: root, assertion, isResponseSigned: signed.includes(root) }
}

/** Returns whether an assertion, as sent or decrypted, has a signature. Throws like checkResponse. */
export function checkAssertion(assertion: Element): boolean {
  if (!isNamed(assertion, namespaces.assertion, 'Assertion')) {
    throw new SamlError('structure', 'no assertion')
  }
  const elements = listElements(assertion)
  checkSingle(elements, assertion)
  return findSigned(elements, [assertion]).length > 0
}
