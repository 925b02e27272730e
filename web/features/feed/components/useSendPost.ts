import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Post } from '#contract/posts.ts'
import type { Person } from '#contract/users.ts'
import type { Value } from '#contract/values.ts'
import { limits } from '#contract/limits.ts'
import { noProblems, problemsOf } from '#web/app/errors.ts'
import { optimisticId, patchPost, placePost, prependPost } from '#web/app/posts/cache.ts'
import { pointsMoved } from '#web/app/posts/queries.ts'
import { call } from '#web/lib/client.ts'

export type Draft = { people: Person[]; text: string; score: number; value_id: string | null; private: boolean; key: string }
export const blank = (): Draft => ({ people: [], text: '', score: 10, value_id: null, private: false, key: crypto.randomUUID() })

/** The post as it will look, shown until the server has answered. */
function expected(draft: Draft, value: Value, from: Person): Post {
  return {
    id: optimisticId(), from_id: from.id, to_id: draft.people.map((person) => person.id), value_id: value.id, score: draft.score, description: draft.text.trim(),
    private: draft.private, created_at: new Date().toISOString(), like_count: 0, liked: false, parent_id: null, comment_count: 0, added_score: 0, reactions: [], from, to: draft.people, value,
    abilities: { delete: false, change_value: false, like: false, react: false, comment: false, add_on: false },
  }
}

/** Sends a post at once: it stands in the feed, and a refusal puts the text back and says why. */
export function useSendPost(setDraft: Dispatch<SetStateAction<Draft>>) {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const [problems, setProblems] = useState(noProblems)
  const create = useMutation({
    mutationFn: ({ draft, value }: { draft: Draft; value: Value; shown: Post }) => call('posts.create', {
      body: { to_id: draft.people.map((person) => person.id), value_id: value.id, score: draft.score, description: draft.text.trim(), private: draft.private }, key: draft.key,
    }),
    onSuccess: (post, { shown }) => {
      // It may have been heard of before, and stands there by its own name then.
      patchPost(client, shown.id, () => null)
      placePost(client, post)
      pointsMoved(client)
    },
    onError: (error, { draft, shown }) => {
      patchPost(client, shown.id, () => null)
      setDraft((now) => (now.text || now.people.length ? now : draft))
      setProblems(problemsOf(t, error, ['to_id', 'description', 'score', 'value_id']))
    },
  })
  const send = (draft: Draft, value: Value | undefined, from: Person) => {
    const fields: Record<string, string> = {}
    const length = draft.text.trim().length
    if (!draft.people.length) fields['to_id'] = t('composer.nobody_chosen')
    if (length < limits.message_chars_min) fields['description'] = t('errors:description_required')
    if (length > limits.message_chars_max) fields['description'] = t('errors:message_too_long')
    if (!value) fields['value_id'] = t('errors:value_required')
    if (Object.keys(fields).length || !value) {
      setProblems({ fields, general: null })
      return
    }
    setProblems(noProblems)
    const shown = expected(draft, value, from)
    prependPost(client, shown)
    setDraft(blank())
    create.mutate({ draft, value, shown })
  }
  return { send, problems, setProblems }
}
