import { useMutation, useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import type { Value } from '#contract/schemas/values.ts'
import { useConfig } from '#web/shared/config.ts'
import {
  type FormErrors,
  noFormErrors,
  toFormErrors,
  notifyError,
} from '#web/shared/errors/error-messages.ts'
import { optimisticId, patchPost, upsertPost, prependPost } from '#web/shared/posts/post-cache.ts'
import { invalidatePointQueries } from '#web/shared/posts/posts.api.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { emptyDraft, type PostDraft, type DraftStore } from './post-drafts.ts'

export type ReadyDraft = { draft: PostDraft; value: Value; score: number }
type SendInput = ReadyDraft & { optimisticPost: Post; key: string; isFirst: boolean }

const toRequestBody = ({ draft, value, score }: ReadyDraft) => ({
  to_id: draft.people.map((person) => person.id),
  value_id: value.id,
  score,
  description: draft.text.trim(),
  private: draft.private,
})

/** The post as it will look, shown until the server has answered. */
function toOptimisticPost({ draft, value, score }: ReadyDraft, from: Person): Post {
  return {
    id: optimisticId(),
    from_id: from.id,
    to_id: draft.people.map((person) => person.id),
    value_id: value.id,
    score,
    description: draft.text.trim(),
    private: draft.private,
    created_at: new Date().toISOString(),
    like_count: 0,
    liked: false,
    parent_id: null,
    comment_count: 0,
    added_score: 0,
    reactions: [],
    from,
    to: draft.people,
    value,
    abilities: {
      delete: false,
      change_value: false,
      like: false,
      react: false,
      comment: false,
      add_on: false,
    },
  }
}

/** What is missing, by field; the amount is looked at where it is shown. */
export function useValidateDraft(): (
  draft: PostDraft,
  value: Value | undefined,
) => FormErrors | undefined {
  const { t } = useTranslation('feed')
  return (draft, value) => {
    const fields: Record<string, string> = {}
    const length = draft.text.trim().length
    if (!draft.people.length) fields['to_id'] = t('composer.nobody_chosen')
    if (length < limits.message_chars_min) fields['description'] = t('errors:description_required')
    if (length > limits.message_chars_max) fields['description'] = t('errors:message_too_long')
    if (!value) fields['value_id'] = t('errors:value_required')
    return Object.keys(fields).length ? { fields, general: null } : undefined
  }
}

/**
 * Takes a post back that was just sent: it leaves at once, and what was written is a draft again.
 */
function useUndoSend(drafts: DraftStore) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ post, key }: { post: Post; draft: PostDraft; key: string }) =>
      call('posts.delete', { params: { id: post.id }, key }),
    onMutate: ({ post }) => patchPost(client, post.id, () => null),
    onSuccess: (_, { draft }) => {
      invalidatePointQueries(client)
      // The key has done its work: what is sent next is another post.
      drafts.putBack({ ...draft, attempt: null })
    },
    onError: (error, { post }) => {
      upsertPost(client, post)
      notifyError(t, error)
    },
  })
}

/**
 * Sends a post at once: it stands in the feed, and can be taken back for a while. A refusal puts
 * the text back and says why; so does a server that cannot be reached, and the same sent again
 * counts once.
 */
export function useSendPost(drafts: DraftStore): (ready: ReadyDraft) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const { user, checklist, settings, values } = useConfig()
  const { mutate: takeBack } = useUndoSend(drafts)
  const { mutate } = useMutation({
    // Without a network it fails, and the draft is back; waiting for one would keep it from
    // everybody's eyes.
    networkMode: 'always',
    mutationFn: (sent: SendInput) =>
      call('posts.create', { body: toRequestBody(sent), key: sent.key }),
    onSuccess: (post, { optimisticPost, draft, isFirst }) => {
      drafts.sent(draft)
      // It may have been heard of before, and stands there by its own name then.
      patchPost(client, optimisticPost.id, () => null)
      upsertPost(client, post)
      invalidatePointQueries(client)
      const undo = () => takeBack({ post, draft, key: crypto.randomUUID() })
      void import('#web/shared/undo.tsx').then(({ offerUndo }) =>
        offerUndo({ text: t('composer.sent'), undo }),
      )
      if (isFirst)
        void import('./confetti.ts').then(({ launchConfetti }) =>
          launchConfetti([settings.active_color, ...values.map((value) => value.color)]),
        )
    },
    onError: (error, sent) => {
      patchPost(client, sent.optimisticPost.id, () => null)
      drafts.sent(sent.draft)
      drafts.putBack(
        { ...sent.draft, attempt: { key: sent.key, body: JSON.stringify(toRequestBody(sent)) } },
        toFormErrors(t, error, ['to_id', 'description', 'score', 'value_id']),
      )
    },
  })
  return (ready) => {
    const { attempt } = ready.draft
    const body = JSON.stringify(toRequestBody(ready))
    const key = attempt?.body === body ? attempt.key : crypto.randomUUID()
    // The score as it is sent: another one may be usual when it comes back.
    const draft = { ...ready.draft, score: ready.score, typed: '', attempt: { key, body } }
    const shown = toOptimisticPost(ready, user)
    prependPost(client, shown)
    drafts.set(({ draft: now, sending, shelf }) => ({
      ...(now === ready.draft
        ? { draft: emptyDraft, problems: noFormErrors }
        : { shelf: shelf.filter((one) => one.draft !== ready.draft) }),
      sending: [...sending, draft],
    }))
    mutate({
      ...ready,
      draft,
      optimisticPost: shown,
      key,
      isFirst: checklist.items.some((item) => item.key === 'post' && !item.done),
    })
  }
}
