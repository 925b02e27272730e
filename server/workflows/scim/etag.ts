import { versionOf } from './present.ts'
import { ScimError } from './scim-error.ts'
import type { Resource } from './values.ts'

/** Returns whether a list of ETags contains a version. Weak ones compare by their text. */
export function includesVersion(header: string, version: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(version))
}

/** Throws 412 unless If-Match is absent or names the version of the resource. */
export function assertVersion(ifMatch: string | undefined, resource: Resource): void {
  if (ifMatch !== undefined && !includesVersion(ifMatch, versionOf(resource)))
    throw new ScimError(412, 'The resource has changed since this version')
}
