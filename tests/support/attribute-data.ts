import type { Attribute } from '#contract/schemas/attributes.ts'
import { nextId } from './web-data.ts'

export const makeAttribute = (fields: Partial<Attribute> = {}): Attribute => ({
  id: nextId(),
  name: 'Office days',
  kind: 'list',
  options: ['Monday', 'Friday'],
  visibility: 'everyone',
  ...fields,
})
