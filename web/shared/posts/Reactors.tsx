import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emojiOfReaction, type ReactionOrLike } from '#contract/reactions.ts'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './reactors.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

const reactorsShownMax = 4

type Props = {
  id: string
  postId: string
  reaction: ReactionOrLike
  name: string
  count: number
  isBelow: boolean
}
/** Lists the people behind a reaction. Fetches on mount, and again when the count changes. */
export function Reactors({ id, postId, reaction, name, count, isBelow }: Props) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const nameOf = usePersonName()
  const query = useQuery({
    queryKey: queryKey('reactions', postId, reaction, count),
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => call('posts.reactors', { params: { id: postId, reaction }, signal }),
  })
  return (
    <div
      id={id}
      role="group"
      aria-label={name}
      aria-live="polite"
      aria-busy={query.isPending}
      className={css['who']}
      data-below={isBelow}
      data-end={reaction === 'like'}
    >
      <b aria-hidden="true">
        {reaction === 'like' ? '❤️' : emojiOfReaction(reaction)} {name}
      </b>
      {query.isPending
        ? Array.from({ length: Math.min(count, reactorsShownMax) }, (_, index) => (
            <Skeleton key={index} height={24} radius="xl" />
          ))
        : null}
      {query.isError && !query.data ? (
        <p role="alert">
          {callErrorText(t, query.error)}{' '}
          <Button size="compact-sm" variant="light" onClick={() => void query.refetch()}>
            {t('common:failure.retry')}
          </Button>
        </p>
      ) : null}
      {query.data ? (
        <>
          <ul>
            {query.data.people.map((person) => (
              <li key={person.id}>
                <UserAvatar user={person} size={24} />
                <bdi>{person.id === user.id ? t('reaction.you') : nameOf(person)}</bdi>
              </li>
            ))}
          </ul>
          {query.data.more > 0 ? <p>{t('reaction.more', { count: query.data.more })}</p> : null}
        </>
      ) : null}
    </div>
  )
}
