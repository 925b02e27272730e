/** An attribute of a resource type, as /Schemas describes it (RFC 7643, section 7). */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'integer' | 'complex' | 'reference'
  description: string
  multiValued?: true
  required?: true
  caseExact?: true
  readOnly?: true
  /** The value never changes; a client adds and removes it only. */
  immutable?: true
  /** The value is unique in the team. */
  unique?: true
  canonicalValues?: readonly string[]
  referenceTypes?: string[]
  subAttributes?: Attribute[]
}
/** A schema with its attributes. `ignored`: attributes of the RFC that Laurel accepts and drops. */
export type Schema = {
  urn: string
  name: string
  description: string
  attributes: Attribute[]
  ignored: string[]
}

/** The types of a phone number (RFC 7643, section 4.1.2). */
export const phoneTypes = ['work', 'mobile', 'home', 'fax', 'pager', 'other'] as const
export type PhoneType = (typeof phoneTypes)[number]

export const coreUserUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const laurelUrn = 'urn:laurel:params:scim:schemas:extension:1.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
})
const valueType = (types: readonly string[]) => text('type', 'The kind', { canonicalValues: types })
const primary: Attribute = { name: 'primary', type: 'boolean', description: 'The preferred one' }

const coreUserSchema: Schema = {
  urn: coreUserUrn,
  name: 'User',
  description: 'A person of the team',
  attributes: [
    text('userName', 'The email address', { required: true, unique: true }),
    {
      name: 'name',
      type: 'complex',
      description: 'The name',
      subAttributes: [
        text('formatted', 'First and last name', { readOnly: true }),
        text('familyName', 'The last name'),
        text('givenName', 'The first name'),
      ],
    },
    text('displayName', 'First and last name', { readOnly: true }),
    text('title', 'The job title'),
    text('preferredLanguage', 'Fills the language while the person has chosen none'),
    text('timezone', 'IANA time zone'),
    { name: 'active', type: 'boolean', description: 'False: deactivated' },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      readOnly: true,
      description: 'The address of userName',
      subAttributes: [text('value', 'The address'), valueType(['work']), primary],
    },
    {
      name: 'phoneNumbers',
      type: 'complex',
      multiValued: true,
      description: 'One number is kept: the primary one, else work, else mobile',
      subAttributes: [
        text('value', 'The number with its country code'),
        valueType(phoneTypes),
        primary,
      ],
    },
    {
      name: 'addresses',
      type: 'complex',
      multiValued: true,
      description: 'The country of the address of work',
      subAttributes: [
        text('country', 'ISO 3166-1, two letters, or the name'),
        valueType(['work']),
        primary,
      ],
    },
  ],
  ignored: [
    'nickName',
    'profileUrl',
    'userType',
    'locale',
    'password',
    'ims',
    'photos',
    'groups',
    'entitlements',
    'roles',
    'x509Certificates',
  ],
}
const enterpriseSchema: Schema = {
  urn: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'The place in the organization',
  attributes: [
    text('employeeNumber', 'Unique in the team regardless of case', { unique: true }),
    text('costCenter', 'The cost center'),
    text('department', 'The name of the department, which is created if it is missing'),
    {
      name: 'manager',
      type: 'complex',
      description: 'The person whom they report to',
      subAttributes: [
        text('value', 'The id, address or employee number of the manager'),
        { ...text('$ref', 'The URI of the manager, instead of value'), type: 'reference' },
        text('displayName', 'The name of the manager', { readOnly: true }),
      ],
    },
  ],
  ignored: ['organization', 'division'],
}
const laurelSchema: Schema = {
  urn: laurelUrn,
  name: 'LaurelUser',
  description: 'Dates and points',
  attributes: [
    text('hireDate', 'The first day at work, YYYY-MM-DD'),
    text('birthDay', 'The birthday without its year, --MM-DD'),
    text('awayFrom', 'The first day of a leave, YYYY-MM-DD'),
    text('awayUntil', 'Its last day; absent while the end is not known'),
    { name: 'limit', type: 'integer', description: 'Points to give in each period' },
  ],
  ignored: [],
}
const groupSchema: Schema = {
  urn: groupUrn,
  name: 'Group',
  description: 'A group of people',
  attributes: [
    text('displayName', 'The name', { required: true, unique: true }),
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'The people of the group',
      subAttributes: [
        text('value', 'The id of a user', { caseExact: true, immutable: true }),
        {
          ...text('$ref', 'The URI of the user, instead of value'),
          type: 'reference',
          referenceTypes: ['User'],
          immutable: true,
        },
        text('display', 'The name of the user', { readOnly: true }),
        text('type', 'The kind of the member', { canonicalValues: ['User'], immutable: true }),
      ],
    },
  ],
  ignored: [],
}

/** The attributes that every resource has; /Schemas does not list them. */
const commonAttributes: Attribute[] = [
  text('id', 'The id', { readOnly: true, caseExact: true }),
  text('externalId', 'The id at the provider', { caseExact: true }),
  { name: 'meta', type: 'complex', description: 'About the resource', readOnly: true },
  { name: 'schemas', type: 'string', multiValued: true, description: '', readOnly: true },
]

/** A resource type: its core schema and its extensions. */
export type ResourceType = { name: 'User' | 'Group'; core: Schema; extensions: Schema[] }
export const userType: ResourceType = {
  name: 'User',
  core: coreUserSchema,
  extensions: [enterpriseSchema, laurelSchema],
}
export const groupType: ResourceType = { name: 'Group', core: groupSchema, extensions: [] }

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** Returns the attribute of a name, in any case. */
export const findAttribute = (
  attributes: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined => attributes?.find((attribute) => isSame(attribute.name, name))

/** Returns the attributes of a schema; those of the core include the common ones. */
export const attributesOf = (type: ResourceType, schema: Schema): Attribute[] =>
  schema === type.core ? [...commonAttributes, ...schema.attributes] : schema.attributes

/** Returns the schema of a URN, in any case. */
export const findSchema = ({ core, extensions }: ResourceType, urn: string): Schema | undefined =>
  [core, ...extensions].find((schema) => isSame(schema.urn, urn))

/** Returns whether a schema accepts an attribute and drops its values. */
export const isIgnored = (schema: Schema, name: string): boolean =>
  schema.ignored.some((ignored) => isSame(ignored, name))
