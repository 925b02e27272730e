import type { Post } from '#contract/schemas/posts.ts'

/**
 * Returns the text of a post without the #tag of its value at the end, because the value is shown
 * below. A tag within a sentence stays, and so does a text that consists of the tag only.
 */
export function hideValueTag({ description, value }: Pick<Post, 'description' | 'value'>): string {
  const tag = `#${value.tag}`
  const before = description.slice(0, -tag.length)
  return description.slice(-tag.length).toLowerCase() === tag && /\s$/.test(before)
    ? before.trimEnd()
    : description
}
