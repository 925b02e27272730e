import { limits } from '#contract/limits.ts'
import {
  type Attribute,
  groupType,
  type ResourceType,
  type Schema,
  userType,
} from './attributes.ts'

const schemaOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`
export const listResponseUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Returns the description of what SCIM supports here (RFC 7643, section 5). */
export const presentServiceProviderConfig = (baseUrl: string) => ({
  schemas: [schemaOf('ServiceProviderConfig')],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scim_page_size_max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token from the settings of Laurel',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${baseUrl}/ServiceProviderConfig`,
  },
})

const mutabilityOf = ({ readOnly, immutable }: Attribute): string => {
  if (readOnly) return 'readOnly'
  return immutable ? 'immutable' : 'readWrite'
}

const presentAttribute = (attribute: Attribute): Record<string, unknown> => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.multiValued ?? false,
  description: attribute.description,
  required: attribute.required ?? false,
  ...(attribute.type === 'string' || attribute.type === 'reference'
    ? { caseExact: attribute.caseExact ?? false, uniqueness: attribute.unique ? 'server' : 'none' }
    : {}),
  mutability: mutabilityOf(attribute),
  returned: 'default',
  ...(attribute.canonicalValues ? { canonicalValues: attribute.canonicalValues } : {}),
  ...(attribute.type === 'reference'
    ? { referenceTypes: attribute.referenceTypes ?? ['User'] }
    : {}),
  ...(attribute.subAttributes
    ? { subAttributes: attribute.subAttributes.map(presentAttribute) }
    : {}),
})

const presentSchema = (schema: Schema, baseUrl: string) => ({
  schemas: [schemaOf('Schema')],
  id: schema.urn,
  name: schema.name,
  description: schema.description,
  attributes: schema.attributes.map(presentAttribute),
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.urn}` },
})

const presentResourceType = ({ name, core, extensions }: ResourceType, baseUrl: string) => ({
  schemas: [schemaOf('ResourceType')],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: core.description,
  schema: core.urn,
  schemaExtensions: extensions.map(({ urn }) => ({ schema: urn, required: false })),
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
})

const types = [userType, groupType]

/** Returns every schema and every resource type. */
export const listSchemas = (baseUrl: string) =>
  types
    .flatMap(({ core, extensions }) => [core, ...extensions])
    .map((schema) => presentSchema(schema, baseUrl))
export const listResourceTypes = (baseUrl: string) =>
  types.map((type) => presentResourceType(type, baseUrl))
