import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import { splitMentions } from '#contract/split-mentions.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { isSame } from '#web/shared/forms/changed-values.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatTimeAgo, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { CommentText } from './CommentText.tsx'
import type { CommentContent } from './use-comment-mentions.tsx'
import { CommentField, useCommentTextError } from './CommentField.tsx'
import { toCommentBody, useDeleteComment, useEditComment } from './comments.api.ts'
import css from './comments.module.css'

/** Lays out a comment: author, tools, content. */
export function CommentLayout({
  from,
  children,
  tools,
  sending = false,
}: {
  from: Person
  children: ReactNode
  tools?: ReactNode
  sending?: boolean
}) {
  const name = usePersonName()
  return (
    <li className={css['said']} data-sending={sending}>
      <UserAvatar user={from} size={32} />
      <div className={css['body']}>
        <div className={css['top']}>
          {from.state === 'deleted' ? (
            <b>{name(from)}</b>
          ) : (
            <Link to="/profile/$id" params={{ id: from.id }}>
              {name(from)}
            </Link>
          )}
          {tools}
        </div>
        {children}
      </div>
    </li>
  )
}

/** Returns a comment for editing: its text contains the current names of people. */
const toContent = ({ text, mentions }: Comment): CommentContent => ({
  text: splitMentions(text, mentions)
    .map((part) => (part.person?.name ? `@${part.person.name}` : part.text))
    .join(''),
  mentions: mentions.map(({ person }) => person),
})

type CommentEdit = { content: CommentContent; problem: string | null }
function CommentEditor({
  post,
  start,
  onSave,
  onCancel,
}: {
  post: Post
  start: CommentEdit
  onSave: (content: CommentContent) => void
  onCancel: () => void
}) {
  const { t } = useTranslation('feed')
  const [{ content, problem }, setEditing] = useState(start)
  const findProblem = useCommentTextError()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [])
  const save = () => {
    const text = content.text.trim()
    const invalid = findProblem(text) ?? (text ? null : t('errors:required'))
    if (invalid) setEditing({ content, problem: invalid })
    else onSave({ ...content, text })
  }
  return (
    <>
      <CommentField
        field={field}
        label={t('comments:edit_label')}
        post={post}
        content={content}
        problem={problem}
        onChange={(next) => setEditing({ content: next, problem: null })}
        onSend={save}
        onEscape={onCancel}
      >
        {null}
      </CommentField>
      <div className={css['buttons']}>
        <Button size="compact-sm" onClick={save}>
          {t('comments:save')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </>
  )
}

function CommentTools({
  comment,
  editButton,
  onEdit,
}: {
  comment: Comment
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const remove = useDeleteComment()
  const author = name(comment.from)
  return (
    <span className={css['tools']}>
      {comment.abilities.edit ? (
        <ActionIcon
          ref={editButton}
          variant="subtle"
          color="gray"
          size={28}
          title={t('comments:edit')}
          onClick={onEdit}
        >
          <IconPencil size={15} aria-hidden="true" />
          <span className="sr-only">{t('comments:edit_of', { name: author })}</span>
        </ActionIcon>
      ) : null}
      {comment.abilities.delete ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          title={t('post.delete')}
          onClick={() => remove(comment)}
        >
          <IconTrash size={15} aria-hidden="true" />
          <span className="sr-only">
            {t(comment.score === null ? 'comments:delete_of' : 'comments:delete_add_on_of', {
              name: author,
            })}
          </span>
        </ActionIcon>
      ) : null}
    </span>
  )
}

/** Shows a comment or an add-on of a post. */
export function CommentItem({ comment, post }: { comment: Comment; post: Post }) {
  const { t } = useTranslation('feed')
  const {
    settings: { timezone },
  } = useConfig()
  const [editing, setEditing] = useState<CommentEdit | null>(null)
  const edit = useEditComment(comment, (content, problem) => setEditing({ content, problem }))
  const hasSeveralRecipients = post.to.filter(({ id }) => id !== comment.from.id).length > 1
  const editButton = useRef<HTMLButtonElement>(null)
  // Keyboard focus returns to the edit button once the field is unmounted.
  const closeEditor = () => {
    setEditing(null)
    setTimeout(() => editButton.current?.focus({ preventScroll: true }))
  }
  const points = comment.score === null ? null : `+${formatNumber(comment.score)}`
  return (
    <CommentLayout
      from={comment.from}
      tools={
        <>
          {points ? (
            <span className={css['gift']}>
              {t(hasSeveralRecipients ? 'comments:added_each' : 'comments:added', { points })}
            </span>
          ) : null}
          <span className={css['when']}>
            <time
              dateTime={comment.created_at}
              title={formatDateTime(comment.created_at, timezone)}
            >
              {formatTimeAgo(comment.created_at, timezone)}
            </time>
            {comment.edited_at ? ` · ${t('comments:edited')}` : ''}
          </span>
          {editing ? null : (
            <CommentTools
              comment={comment}
              editButton={editButton}
              onEdit={() => setEditing({ content: toContent(comment), problem: null })}
            />
          )}
        </>
      }
    >
      {editing ? (
        <CommentEditor
          post={post}
          start={editing}
          onCancel={closeEditor}
          onSave={(content) => {
            closeEditor()
            // The same text may name another person of that name.
            if (!isSame(toCommentBody(content), toCommentBody(toContent(comment))))
              edit.mutate(content)
          }}
        />
      ) : null}
      {comment.text && !editing ? (
        <CommentText text={comment.text} mentions={comment.mentions} />
      ) : null}
    </CommentLayout>
  )
}
