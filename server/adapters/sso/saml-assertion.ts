import { readId } from './saml-structure.ts'
import {
  assertionAgeMaxMs,
  checkNotFuture,
  checkNotPast,
  checkPeriod,
  clockSkewMs,
  readTime,
} from './saml-time.ts'
import { SamlError, type SamlAssertion } from './saml-types.ts'
import {
  findChild,
  findChildren,
  isNamed,
  listChildren,
  namespaces,
  readAttribute,
  readText,
  requireChild,
} from './saml-xml.ts'

/** The values that an assertion must name. `requestId` null: it must name no request. */
export type AssertionExpectation = {
  issuer: string
  audience: string
  recipient: string
  requestId: string | null
  at: Date
}

const nameIdCharsMax = 1_024
const attributeNameCharsMax = 512
const valueCharsMax = 8_192
const attributesMax = 200
const valuesMax = 2_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
/** Conditions besides the audience. Assertion ids are remembered, so OneTimeUse always holds. */
const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

const { assertion: saml } = namespaces

/** Throws SamlError `issuer` unless the element names this entity. */
export function checkIssuer(element: Element, issuer: string): void {
  const format = readAttribute(element, 'Format')
  if ((format && format !== entityFormat) || readText(element) !== issuer) {
    throw new SamlError('issuer', 'another issuer')
  }
}

function readNameId(subject: Element): Pick<SamlAssertion, 'nameId' | 'nameIdFormat'> {
  const element = requireChild(subject, saml, 'NameID')
  const nameId = readText(element)
  if (!nameId.trim() || nameId.length > nameIdCharsMax) {
    throw new SamlError('structure', 'length of NameID')
  }
  const nameIdFormat = readAttribute(element, 'Format') ?? unspecifiedFormat
  if (nameIdFormat.length > attributeNameCharsMax) throw new SamlError('structure', 'Format')
  return { nameId, nameIdFormat }
}

/** Returns the end of the bearer confirmation. Throws when it is meant for another use. */
function checkConfirmation(subject: Element, expected: AssertionExpectation): Date {
  const [confirmation, second] = findChildren(subject, saml, 'SubjectConfirmation').filter(
    (one) => readAttribute(one, 'Method') === bearer,
  )
  if (!confirmation || second) throw new SamlError('structure', 'not one bearer confirmation')
  const data = requireChild(confirmation, saml, 'SubjectConfirmationData')
  if (readAttribute(data, 'Recipient') !== expected.recipient) {
    throw new SamlError('recipient', 'another recipient')
  }
  if (readAttribute(data, 'InResponseTo') !== expected.requestId) {
    throw new SamlError('request', 'confirmation of another request')
  }
  const end = checkPeriod(data, expected.at)
  if (!end) throw new SamlError('time', 'confirmation without an end')
  return end
}

/** Returns the end of the conditions, or null. Throws when they exclude us or this time. */
function checkConditions(assertion: Element, { audience, at }: AssertionExpectation): Date | null {
  const conditions = requireChild(assertion, saml, 'Conditions')
  const isKnown = listChildren(conditions).every((one) =>
    knownConditions.some((name) => isNamed(one, saml, name)),
  )
  if (!isKnown) throw new SamlError('structure', 'unknown condition')
  const restrictions = findChildren(conditions, saml, 'AudienceRestriction')
  const isForUs = restrictions.every((restriction) =>
    findChildren(restriction, saml, 'Audience').some((one) => readText(one).trim() === audience),
  )
  if (!restrictions.length || !isForUs) throw new SamlError('audience', 'another audience')
  return checkPeriod(conditions, at)
}

type Authentication = Pick<
  SamlAssertion,
  'sessionIndex' | 'authnContext' | 'authenticatedAt' | 'sessionExpiresAt'
>

function readAuthentication(assertion: Element, at: Date): Authentication {
  const statement = requireChild(assertion, saml, 'AuthnStatement')
  const context = findChild(statement, saml, 'AuthnContext')
  const contextClass = context && findChild(context, saml, 'AuthnContextClassRef')
  const authenticatedAt = readTime(statement, 'AuthnInstant')
  const sessionExpiresAt = readTime(statement, 'SessionNotOnOrAfter')
  checkNotFuture(authenticatedAt, at)
  checkNotPast(sessionExpiresAt, at)
  const sessionIndex = readAttribute(statement, 'SessionIndex')
  if (sessionIndex && sessionIndex.length > nameIdCharsMax) {
    throw new SamlError('structure', 'length of SessionIndex')
  }
  const authnContext = (contextClass && readText(contextClass).trim()) || null
  if (authnContext && authnContext.length > nameIdCharsMax) {
    throw new SamlError('structure', 'length of AuthnContextClassRef')
  }
  return { sessionIndex, authnContext, authenticatedAt, sessionExpiresAt }
}

function readAttributes(assertion: Element): Record<string, string[]> {
  const attributes = findChildren(assertion, saml, 'AttributeStatement').flatMap((statement) =>
    findChildren(statement, saml, 'Attribute'),
  )
  const byName = new Map<string, string[]>()
  let count = 0
  for (const attribute of attributes) {
    const name = readAttribute(attribute, 'Name')
    if (!name || name.length > attributeNameCharsMax) {
      throw new SamlError('structure', 'attribute without a usable name')
    }
    const values = findChildren(attribute, saml, 'AttributeValue')
      .filter((value) => listChildren(value).length === 0)
      .map(readText)
    count += values.length
    if (values.some((value) => value.length > valueCharsMax)) {
      throw new SamlError('structure', 'length of a value')
    }
    byName.set(name, [...(byName.get(name) ?? []), ...values])
  }
  if (byName.size > attributesMax || count > valuesMax) {
    throw new SamlError('structure', 'too many attributes')
  }
  return Object.fromEntries(byName)
}

/**
 * Returns the content of an assertion whose signature is verified. Throws SamlError when it has
 * another issuer, audience, recipient or request, or when it is not valid at `expected.at`.
 */
export function readAssertion(assertion: Element, expected: AssertionExpectation): SamlAssertion {
  const { issuer, at } = expected
  checkIssuer(requireChild(assertion, saml, 'Issuer'), issuer)
  const issuedAt = readTime(assertion, 'IssueInstant')
  if (!issuedAt) throw new SamlError('structure', 'no IssueInstant')
  checkNotFuture(issuedAt, at)
  const endsByAge = new Date(issuedAt.getTime() + assertionAgeMaxMs)
  checkNotPast(endsByAge, at)
  const subject = requireChild(assertion, saml, 'Subject')
  const ends = [
    endsByAge,
    checkConfirmation(subject, expected),
    checkConditions(assertion, expected) ?? endsByAge,
  ]
  return {
    assertionId: readId(assertion),
    issuer,
    ...readNameId(subject),
    attributes: readAttributes(assertion),
    ...readAuthentication(assertion, at),
    expiresAt: new Date(Math.min(...ends.map((end) => end.getTime())) + clockSkewMs),
  }
}
