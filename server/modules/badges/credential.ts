import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { secondMs } from '#contract/durations.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import type { Issuer, SigningIssuer } from './keys.ts'

/** The contexts of Verifiable Credentials 2.0 and Open Badges 3.0. */
const badgeContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const contexts = ['https://www.w3.org/ns/credentials/v2', badgeContext]

/** Days are 'YYYY-MM-DD'. `criteria` is Markdown, so it contains no text that people wrote. */
export type Achievement = {
  name: string
  description: string
  criteria: string
  firstDay: string
  lastDay: string
}

const presentIssuer = ({ id, name }: Issuer) => ({ id, type: ['Profile'], name })

/** Returns the public profile of an issuer. */
export const presentProfile = (issuer: Issuer) => ({
  '@context': contexts,
  ...presentIssuer(issuer),
})

/** Returns the public key of an issuer as a JWK. */
export const presentKey = ({ publicKey, keyUrl }: Issuer) => ({
  ...publicKey,
  kid: keyUrl,
  alg: 'RS256',
  use: 'sig',
})

/** Returns a recipient by a salted hash of the address: the address itself is not readable. */
function hashAddress(email: string) {
  const salt = randomBytes(16).toString('hex')
  return {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${sha256Hex(email + salt)}`,
    identityType: 'emailAddress',
    salt,
  }
}

/**
 * Returns an OpenBadgeCredential of Open Badges 3.0 as a JWT (VC-JWT). The ids of credential and
 * recipient are random, so that nobody can link badges or find a member by them.
 */
export function signCredential(
  issuer: SigningIssuer,
  { name, description, criteria, firstDay, lastDay }: Achievement,
  email: string,
  at: Date,
): Promise<string> {
  const [id, subjectId] = [`urn:uuid:${randomUUID()}`, `urn:uuid:${randomUUID()}`]
  const seconds = Math.floor(at.getTime() / secondMs)
  return new SignJWT({
    '@context': contexts,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name,
    issuer: presentIssuer(issuer),
    validFrom: new Date(seconds * secondMs).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: subjectId,
      type: ['AchievementSubject'],
      activityStartDate: `${firstDay}T00:00:00Z`,
      activityEndDate: `${lastDay}T00:00:00Z`,
      identifier: [hashAddress(email)],
      achievement: {
        id: `urn:uuid:${randomUUID()}`,
        type: ['Achievement'],
        name,
        description,
        criteria: { narrative: criteria },
      },
    },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: issuer.keyUrl, jwk: issuer.publicKey })
    .setIssuer(issuer.id)
    .setSubject(subjectId)
    .setJti(id)
    .setNotBefore(seconds)
    .sign(issuer.privateKey)
}
