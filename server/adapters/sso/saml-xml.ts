import { DOMParser } from '@xmldom/xmldom'
import { SamlError } from './saml-types.ts'

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const

type Limits = { tagsMax: number; attributesMax: number }
/**
 * The verifier searches the whole message for each signature, in quadratic time. These limits keep
 * it under a second and leave room for a thousand groups of a person.
 */
const messageLimits: Limits = { tagsMax: 2_500, attributesMax: 4_000 }
const documentLimits: Limits = { tagsMax: 20_000, attributesMax: 20_000 }
const depthMax = 40

const declaration =
  /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']utf-8["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/i
/** XML 1.0 allows no other control character. A lone surrogate is no character at all. */
const invalidCharacter = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u
const unknownReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i
/** A tag: slash of an end tag, name, quoted attributes, slash of an empty element. */
const tagPattern =
  /<(\/?)([^\s<>/"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

function refuseText(message: string): never {
  throw new SamlError('malformed', message)
}

/** Throws unless the tags are nested correctly in a single root. The parser repairs other texts. */
function checkTags(body: string, { tagsMax, attributesMax }: Limits): void {
  const open: string[] = []
  let attributes = 0
  let position = 0
  for (let count = 1; position < body.length; count++) {
    tagPattern.lastIndex = position
    const [tag = '', end, name = '', list = '', empty] = tagPattern.exec(body) ?? []
    if (!tag || (end && (empty || list || open.pop() !== name))) refuseText('crossed or broken tag')
    if (!end && !empty) open.push(name)
    attributes += list.match(/=\s*["']/g)?.length ?? 0
    if (count > tagsMax || attributes > attributesMax) refuseText('too many tags or attributes')
    if (open.length > depthMax) refuseText('nested too deeply')
    position = open.length ? body.indexOf('<', tagPattern.lastIndex) : tagPattern.lastIndex
    if (position < 0 || (!open.length && position < body.length)) refuseText('not a single root')
  }
  if (!position) refuseText('empty')
}

/** The text is checked before the parser reads it: parsers disagree about comments and entities. */
function parseText(text: string, limits: Limits): Element {
  const body = text.replace(declaration, '').trim()
  if (/<[!?]/.test(body) || invalidCharacter.test(text) || unknownReference.test(body)) {
    refuseText('forbidden markup or character')
  }
  checkTags(body, limits)
  const refuse = () => refuseText('not well-formed')
  const parser = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  })
  return parser.parseFromString(body, 'text/xml').documentElement
}

/**
 * Returns the root element of a message. Throws SamlError `malformed` for XML that is not
 * well-formed, needs more than 2,500 tags, or has comments, CDATA, a DTD, entities or processing
 * instructions.
 */
export function parseMessage(text: string): Element {
  return parseText(text, messageLimits)
}

/** Returns the root element of a metadata document, which may be longer and have comments. */
export function parseDocument(text: string): Element {
  const parts: string[] = []
  let from = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4)
    if (end < 0) refuseText('open comment')
    parts.push(text.slice(from, start))
    from = end + 3
  }
  return parseText(parts.join('') + text.slice(from), documentLimits)
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

/** Tells whether the element has this namespace and local name. */
export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name
}

export function listChildren(parent: Element): Element[] {
  const children: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node)) children.push(node)
  }
  return children
}

export function findChildren(parent: Element, namespace: string, name: string): Element[] {
  return listChildren(parent).filter((child) => isNamed(child, namespace, name))
}

/** Returns the only child of this name, or null. Throws SamlError `structure` for two. */
export function findChild(parent: Element, namespace: string, name: string): Element | null {
  const [first, second] = findChildren(parent, namespace, name)
  if (second) throw new SamlError('structure', `two elements ${name}`)
  return first ?? null
}

/** Returns the only child of this name. Throws SamlError `structure` for none or two. */
export function requireChild(parent: Element, namespace: string, name: string): Element {
  const child = findChild(parent, namespace, name)
  if (!child) throw new SamlError('structure', `no element ${name}`)
  return child
}

/** Returns the value of an attribute without a namespace, or null. */
export function readAttribute(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null
}

/** Returns the whole text of an element without children. Throws SamlError `structure` otherwise. */
export function readText(element: Element): string {
  if (listChildren(element).length) {
    throw new SamlError('structure', `element ${element.localName} has children`)
  }
  const text = element.textContent ?? ''
  if (invalidCharacter.test(text)) throw new SamlError('malformed', 'forbidden character')
  return text
}

/**
 * Returns the elements of the tree, the root first. Throws SamlError `structure` for two equal ids,
 * because a signature names its element by the id.
 */
export function listElements(root: Element): Element[] {
  const ids = new Set<string>()
  const found: Element[] = []
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    found.push(element)
    for (const { localName, name, value } of Array.from(element.attributes)) {
      if ((localName ?? name).toLowerCase() !== 'id') continue
      if (ids.has(value)) throw new SamlError('structure', 'duplicate id')
      ids.add(value)
    }
    open.push(...listChildren(element))
  }
  return found
}
