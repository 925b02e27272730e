import { useMutation, useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import type { Person } from '#contract/users.ts'
import type { Value } from '#contract/values.ts'
import { useConfig } from '#web/app/config.ts'
import { type FormProblems, noProblems, problemsOf, tellError } from '#web/app/errors.ts'
import { optimisticId, patchPost, placePost, prependPost } from '#web/app/posts/cache.ts'
import { pointsMoved } from '#web/app/posts/queries.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { blank, type Draft, type Drafts } from './drafts.ts'

export type Ready = { draft: Draft; value: Value; score: number }
type Sent = Ready & { shown: Post; key: string; first: boolean }

const bodyOf = ({ draft, value, score }: Ready) => ({
  to_id: draft.people.map((person) => person.id),
  value_id: value.id,
  score,
  description: draft.text.trim(),
  private: draft.private,
})

/** The post as it will look, shown until the server has answered. */
function expected({ draft, value, score }: Ready, from: Person): Post {
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
export function useMissing(): (draft: Draft, value: Value | undefined) => FormProblems | undefined {
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
function useTakeBack(drafts: Drafts) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ post, key }: { post: Post; draft: Draft; key: string }) =>
      call('posts.delete', { params: { id: post.id }, key }),
    onMutate: ({ post }) => patchPost(client, post.id, () => null),
    onSuccess: (_, { draft }) => {
      pointsMoved(client)
      // The key has done its work: what is sent next is another post.
      drafts.putBack({ ...draft, attempt: null })
    },
    onError: (error, { post }) => {
      placePost(client, post)
      tellError(t, error)
    },
  })
}

/**
 * Sends a post at once: it stands in the feed, and can be taken back for a while. A refusal puts
 * the text back and says why; so does a server that cannot be reached, and the same sent again
 * counts once.
 */
export function useSendPost(drafts: Drafts): (ready: Ready) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const { user, checklist, settings, values } = useConfig()
  const { mutate: takeBack } = useTakeBack(drafts)
  const { mutate } = useMutation({
    // Without a network it fails, and the draft is back; waiting for one would keep it from
    // everybody's eyes.
    networkMode: 'always',
    mutationFn: (sent: Sent) => call('posts.create', { body: bodyOf(sent), key: sent.key }),
    onSuccess: (post, { shown, draft, first }) => {
      drafts.sent(draft)
      // It may have been heard of before, and stands there by its own name then.
      patchPost(client, shown.id, () => null)
      placePost(client, post)
      pointsMoved(client)
      const undo = () => takeBack({ post, draft, key: crypto.randomUUID() })
      void import('#web/app/undo.tsx').then(({ offerUndo }) =>
        offerUndo({ text: t('composer.sent'), undo }),
      )
      if (first)
        void import('./confetti.ts').then(({ celebrate }) =>
          celebrate([settings.active_color, ...values.map((value) => value.color)]),
        )
    },
    onError: (error, sent) => {
      patchPost(client, sent.shown.id, () => null)
      drafts.sent(sent.draft)
      drafts.putBack(
        { ...sent.draft, attempt: { key: sent.key, body: JSON.stringify(bodyOf(sent)) } },
        problemsOf(t, error, ['to_id', 'description', 'score', 'value_id']),
      )
    },
  })
  return (ready) => {
    const { attempt } = ready.draft
    const body = JSON.stringify(bodyOf(ready))
    const key = attempt?.body === body ? attempt.key : crypto.randomUUID()
    // The score as it is sent: another one may be usual when it comes back.
    const draft = { ...ready.draft, score: ready.score, typed: '', attempt: { key, body } }
    const shown = expected(ready, user)
    prependPost(client, shown)
    drafts.set(({ draft: now, sending, shelf }) => ({
      ...(now === ready.draft
        ? { draft: blank, problems: noProblems }
        : { shelf: shelf.filter((one) => one.draft !== ready.draft) }),
      sending: [...sending, draft],
    }))
    mutate({
      ...ready,
      draft,
      shown,
      key,
      first: checklist.items.some((item) => item.key === 'post' && !item.done),
    })
  }
}
