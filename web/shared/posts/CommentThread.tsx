import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { CommentField, useCommentTextError } from './CommentField.tsx'
import { CommentItem, CommentLayout } from './CommentItem.tsx'
import {
  commentsQuery,
  toCommentBody,
  useCreateComment,
  usePendingComments,
} from './comments.api.ts'
import { CommentText } from './CommentText.tsx'
import {
  commentKeyOf,
  emptyCommentDraft,
  setCommentDraft,
  useCommentDraft,
} from './comment-drafts.ts'
import css from './comments.module.css'

const skeletonsMax = 3
/** The number of latest comments shown at first. */
const initialCommentsMax = 6

function CommentsSkeleton({ count }: { count: number }) {
  return (
    <div className={css['list']} aria-busy="true">
      {Array.from({ length: Math.min(count, skeletonsMax) }, (_, index) => (
        <div key={index} className={css['said']}>
          <Skeleton circle height={32} width={32} />
          <div className={css['body']}>
            <Skeleton height={12} width="34%" my={5} />
            <Skeleton height={13} width="72%" my={6} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Announces new comments of others to screen readers. */
function NewCommentsAnnouncer({ comments, userId }: { comments: Comment[]; userId: string }) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const last = comments.at(-1)
  const [first] = useState(last?.id ?? '')
  return (
    <span className="sr-only" role="status">
      {last && last.id > first && last.from.id !== userId
        ? t('comments:news', { name: name(last.from), text: last.text })
        : ''}
    </span>
  )
}

function NewCommentForm({
  post,
  comments,
  writing,
}: {
  post: Post
  comments: Comment[]
  writing: boolean
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const draft = useCommentDraft(post.id)
  const { text, mentions, problem } = draft
  const findProblem = useCommentTextError()
  const comment = useCreateComment(post.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const container = useRef<HTMLDivElement>(null)
  // No autofocus on touch screens: the keyboard would cover the comments.
  const [focus] = useState(
    () => writing && (matchMedia('(hover: hover)').matches || post.comment_count === 0),
  )
  useEffect(() => {
    if (!focus) return
    field.current?.focus({ preventScroll: true })
    container.current?.scrollIntoView({
      block: 'nearest',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  }, [focus])
  const send = () => {
    const invalid = findProblem(text)
    if (invalid) setCommentDraft(post.id, { ...draft, problem: invalid })
    if (invalid || !text.trim()) return
    setCommentDraft(post.id, emptyCommentDraft)
    field.current?.focus({ preventScroll: true })
    const sent = { text: text.trim(), mentions }
    comment.mutate({
      ...sent,
      key: commentKeyOf(draft, toCommentBody(sent)),
      knownCommentIds: comments.map(({ id }) => id),
    })
  }
  return (
    <div ref={container} className={css['newComments']}>
      <UserAvatar user={user} size={32} />
      <CommentField
        field={field}
        label={t('comments:placeholder')}
        post={post}
        content={draft}
        problem={problem}
        onChange={(next) => setCommentDraft(post.id, { ...draft, ...next, problem: null })}
        onSend={send}
      >
        <ActionIcon
          radius="xl"
          size={30}
          variant={text.trim() ? 'filled' : 'subtle'}
          color={text.trim() ? 'accent' : 'gray'}
          title={t('comments:send')}
          onClick={send}
        >
          <IconSend2 size={16} aria-hidden="true" />
          <span className="sr-only">{t('comments:send')}</span>
        </ActionIcon>
      </CommentField>
    </div>
  )
}

/**
 * Shows the comments of a post, newest last, and the field for a new comment. `writing` focuses the
 * field.
 */
export function CommentThread({ post, writing }: { post: Post; writing: boolean }) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const query = useInfiniteQuery(commentsQuery(post.id))
  const comments = useMemo(
    () => query.data?.pages.flatMap(({ items }) => items).toReversed() ?? [],
    [query.data],
  )
  const sending = usePendingComments(post.id, user.id, comments)
  const list = useRef<HTMLUListElement>(null)
  // The first visible comment is fixed on load, so new comments never hide older ones.
  const [oldest, setOldest] = useState<string>()
  if (query.data && oldest === undefined) setOldest(comments.at(-initialCommentsMax)?.id ?? '')
  const shown = oldest ? comments.filter(({ id }) => id >= oldest) : comments
  const showEarlier = () => {
    list.current?.focus({ preventScroll: true })
    if (shown.length < comments.length) setOldest('')
    else void loadNextPage(query)
  }
  return (
    <section className={css['talk']} aria-label={t('talk.label')}>
      <div className={css['room']}>
        {query.isPending && post.comment_count > 0 ? (
          <CommentsSkeleton count={post.comment_count} />
        ) : null}
        {query.isError ? (
          <p className={css['failed']} role="alert">
            {callErrorText(t, query.error)}{' '}
            <Button size="compact-sm" variant="light" onClick={() => void query.refetch()}>
              {t('common:failure.retry')}
            </Button>
          </p>
        ) : null}
        {shown.length < comments.length || query.hasNextPage ? (
          <Button
            className={css['earlier'] ?? ''}
            size="compact-sm"
            variant="subtle"
            loading={query.isFetchingNextPage}
            onClick={showEarlier}
          >
            {t('comments:earlier')}
          </Button>
        ) : null}
        {shown.length || sending.length ? (
          <ul ref={list} className={css['list']} aria-label={t('comments:list')} tabIndex={-1}>
            {shown.map((comment) => (
              <CommentItem key={comment.id} comment={comment} post={post} />
            ))}
            {sending.map(({ text, mentions, knownCommentIds }) => (
              <CommentLayout key={`${knownCommentIds.length} ${text}`} from={user} sending>
                <CommentText
                  text={text}
                  mentions={mentions.map((person) => ({ name: person.name, person }))}
                />
              </CommentLayout>
            ))}
          </ul>
        ) : null}
        {query.data ? <NewCommentsAnnouncer comments={comments} userId={user.id} /> : null}
        {post.abilities.comment && (!query.isPending || post.comment_count === 0) ? (
          <NewCommentForm post={post} comments={comments} writing={writing} />
        ) : null}
      </div>
    </section>
  )
}
