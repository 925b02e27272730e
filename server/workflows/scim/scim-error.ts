/** The values of scimType (RFC 7644, section 3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** An error of the SCIM protocol. The provider shows `message` in its log. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimErrorType | undefined
  readonly retryAfterS: number | undefined
  constructor(status: number, detail: string, scimType?: ScimErrorType, retryAfterS?: number) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.retryAfterS = retryAfterS
  }
}

/** Throws an error of status 400 with its scimType. */
export function throwInvalid(scimType: ScimErrorType, detail: string): never {
  throw new ScimError(400, detail, scimType)
}

/** Returns the body of an error response. */
export const presentScimError = ({ status, message, scimType }: ScimError) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail: message,
})
