import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ArrowTo } from '#web/ui/ArrowTo.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './posts.module.css'
import { usePostAuthor } from './use-post-author.ts'

/** Up to this number of recipients are named; of more, two are named and the others counted. */
const namedMax = 3
const facesMax = 3

/** The name, isolated: two names in a right-to-left script would swap their places otherwise. */
function PersonLink({ person }: { person: Person }) {
  const name = usePersonName()
  return person.state === 'deleted' ? (
    <b dir="auto">{name(person)}</b>
  ) : (
    <Link to="/profile/$id" params={{ id: person.id }} dir="auto">
      {name(person)}
    </Link>
  )
}

/** The faces of a post: the sender, and up to three recipients that overlap. */
export function PostFaces({ post }: { post: Post }) {
  const authorOf = usePostAuthor()
  return (
    <span className={css['faces']}>
      <UserAvatar user={authorOf(post)} size={44} />
      {post.to.slice(0, facesMax).map((person) => (
        <UserAvatar key={person.id} user={person} size={32} />
      ))}
    </span>
  )
}

/** The names of a post: the sender and the recipients. Many recipients are folded, and a large post has only the first. */
export function PostNames({ post: { from, to, to_count: count } }: { post: Post }) {
  const { t } = useTranslation('feed')
  const { workspace } = useConfig()
  const [showsAll, setShowsAll] = useState(count <= namedMax)
  const named = showsAll ? to : to.slice(0, namedMax - 1)
  return (
    <div>
      {from ? <PersonLink person={from} /> : <b dir="auto">{workspace.name}</b>} <ArrowTo />
      <span className="sr-only">{t('post.to')}</span>{' '}
      {named.map((person, index) => (
        <Fragment key={person.id}>
          {index > 0 ? ', ' : ''}
          <PersonLink person={person} />
        </Fragment>
      ))}
      {showsAll && count > to.length ? (
        <> {t('post.others', { count: count - to.length })}</>
      ) : null}
      {showsAll ? null : (
        <>
          {' '}
          <button
            type="button"
            className={`plain ${css['others']}`}
            onClick={() => setShowsAll(true)}
          >
            {t('post.others', { count: count - named.length })}
          </button>
        </>
      )}
    </div>
  )
}
