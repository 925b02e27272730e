import type { Value } from '#contract/schemas/values.ts'

export type ValueRow = {
  id: string
  name: string
  description: string
  color: string
  emoji: string
  keywords: string[]
  tag: string
  is_default: boolean
  retired_at: Date | string | null
}

/** Returns a value. Retired values stay on their posts and are not offered for new ones. */
export function presentValue(row: ValueRow): Value {
  const { id, name, description, color, emoji, keywords, tag } = row
  return {
    id,
    name,
    description,
    color,
    emoji,
    keywords,
    tag,
    default: row.is_default,
    retired: row.retired_at !== null,
  }
}
