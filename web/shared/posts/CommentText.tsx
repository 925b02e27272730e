import { Link } from '@tanstack/react-router'
import type { Comment } from '#contract/schemas/posts.ts'
import { splitMentions } from '#contract/split-mentions.ts'
import { LinkedText } from './LinkedText.tsx'
import css from './comments.module.css'

/**
 * The text of a comment with its links. A mention links to the person and shows the current name;
 * the name of a deleted person stays as written.
 */
export function CommentText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) {
  return (
    <div className={css['text']} dir="auto">
      {splitMentions(text, mentions).map((part, index) =>
        part.person && part.person.state !== 'deleted' ? (
          <Link
            key={index}
            to="/profile/$id"
            params={{ id: part.person.id }}
            className={css['mention']}
            dir="auto"
          >
            @{part.person.name}
          </Link>
        ) : (
          <LinkedText key={index} text={part.text} />
        ),
      )}
    </div>
  )
}
