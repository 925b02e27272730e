import type { Post } from '#contract/schemas/posts.ts'

/**
 * Returns the text of a post without the #tag of its value at the beginning or the end, because the
 * value is shown below. A tag within a sentence stays, and so does a text of nothing else.
 */
export function hideValueTag({ description, value }: Pick<Post, 'description' | 'value'>): string {
  // A tag has only letters, digits, _ and -, so it is its own pattern.
  const rest = description
    .replace(new RegExp(String.raw`^#${value.tag}\s+`, 'iu'), '')
    .replace(new RegExp(String.raw`\s+#${value.tag}\s*$`, 'iu'), '')
  return rest.trim() ? rest : description
}
