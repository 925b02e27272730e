import { useQueryClient } from '@tanstack/react-query'
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
import {
  hidePendingPost,
  optimisticId,
  patchPost,
  prependPost,
  refetchServerLists,
  upsertPost,
} from '#web/shared/posts/post-cache.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { countPeople, emptyPostDraft, type PostDraft, type DraftStore } from './post-drafts.ts'
import { useCall } from '#web/shared/use-call.ts'

export type ReadyDraft = { draft: PostDraft; value: Value; score: number }
type SendInput = ReadyDraft & { optimisticPost: Post; key: string }

type SentPicture = { id: string; alt: string }
/**
 * Returns the picture of a draft. A reload takes it from the page, but a failed attempt still names
 * it: without it the post would be another one, and count twice.
 */
function findPicture({ picture, attempt }: PostDraft): SentPicture | undefined {
  if (picture?.id) return { id: picture.id, alt: picture.alt.trim() }
  try {
    return (JSON.parse(attempt?.body ?? '{}') as { picture?: SentPicture }).picture
  } catch {
    // A damaged attempt in storage names no picture.
    return undefined
  }
}

function toRequestBody({ draft, value, score }: ReadyDraft) {
  const picture = findPicture(draft)
  return {
    to_id: draft.people.map((person) => person.id),
    ...(draft.groups.length ? { group_ids: draft.groups.map(({ id }) => id) } : {}),
    value_id: value.id,
    score,
    description: draft.text.trim(),
    private: draft.private,
    ...(draft.budget ? { budget_id: draft.budget.id } : {}),
    ...(picture ? { picture } : {}),
  }
}

/** Returns the optimistic post, shown until the server responds. */
function toOptimisticPost({ draft, value, score }: ReadyDraft, from: Person): Post {
  // The name of a group stands for its people until the server answers.
  const to = [...draft.people, ...draft.groups.map((group) => ({ ...from, ...group }))]
  return {
    id: optimisticId(),
    from_id: from.id,
    to_id: to.map((person) => person.id),
    to_count: countPeople(draft),
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
    picture: draft.picture && { ...draft.picture, url: draft.picture.preview },
    from,
    occasion: null,
    imported: false,
    to,
    value,
    abilities: {
      delete: false,
      return_points: false,
      change_value: false,
      like: false,
      react: false,
      comment: false,
      add_on: false,
    },
  }
}

/**
 * Returns a function that returns the missing fields. The amount is validated at its own field, and
 * a missing value has its own question (ValueQuestion).
 */
export function useValidateDraft(): (
  draft: PostDraft,
  values: readonly Value[],
) => FormErrors | undefined {
  const { t } = useTranslation('feed')
  return (draft, values) => {
    const fields: Record<string, string> = {}
    const length = draft.text.trim().length
    if (!countPeople(draft)) fields['to_id'] = t('composer.nobody_chosen')
    // Only a budget pays for more people, and only for a public post.
    if (countPeople(draft) > limits.recipients_max && (draft.private || !draft.budget))
      fields['to_id'] = t('composer.people_max', { count: limits.recipients_max })
    if (length < limits.message_chars_min) fields['description'] = t('errors:description_required')
    if (length > limits.message_chars_max) fields['description'] = t('errors:message_too_long')
    if (draft.picture?.id === null) fields['picture'] = t('composer.picture_uploading')
    if (!values.length) fields['value_id'] = t('errors:value_required')
    return Object.keys(fields).length ? { fields, general: null } : undefined
  }
}

/** Deletes a post that was just sent: it disappears at once, and its text becomes a draft again. */
function useUndoSend(drafts: DraftStore) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useCall('posts.delete', {
    networkMode: 'always',
    input: ({ post, key }: { post: Post; draft: PostDraft; key: string }) => ({
      params: { id: post.id },
      key,
    }),
    except: ['posts', 'comments'],
    // Hidden for good after success: a live event of its creation may still be on its way.
    onMutate: ({ post }) => hidePendingPost(client, post),
    // The key is used: the next post is another post.
    onSuccess: (_, { draft }) => drafts.restore({ ...draft, attempt: null }),
    onError: (error, _, restore) => {
      restore?.()
      notifyError(t, error)
    },
  })
}

/** The fields that show their errors in the composer. */
const errorFields = ['to_id', 'description', 'score', 'value_id', 'picture', 'budget_id']

/** Calls at the moment of sending, and after an error restored the draft. */
export type SendEvents = { onSend?: () => void; onFail?: () => void }

/**
 * Returns a function that sends a post at once, with an undo offer. An error restores the draft
 * with its message. After a network error the same draft is sent under the same key and counts
 * once.
 */
export function useSendPost(
  drafts: DraftStore,
  { onSend, onFail }: SendEvents = {},
): (ready: ReadyDraft) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const { user, settings, values } = useConfig()
  const { mutate: undoSend } = useUndoSend(drafts)
  const { mutate } = useCall('posts.create', {
    // Offline it fails at once and restores the draft; a paused mutation would hide the draft.
    networkMode: 'always',
    input: (sent: SendInput) => ({ body: toRequestBody(sent), key: sent.key }),
    updateCache: (post, { optimisticPost, draft }) => {
      drafts.markSent(draft)
      // A live event may have added the post already, under its real id.
      patchPost(client, optimisticPost.id, () => null)
      upsertPost(client, post)
      void refetchServerLists(client)
    },
    except: ['posts'],
    onSuccess: (post, { draft }) => {
      const undo = () => undoSend({ post, draft, key: crypto.randomUUID() })
      void import('#web/shared/undo.tsx').then(({ offerUndo }) =>
        offerUndo({
          text:
            (post.milestone ?? 0) > 1
              ? t('composer.milestone', { count: post.milestone })
              : t('composer.sent'),
          undo,
        }),
      )
      if (post.milestone)
        void import('#web/shared/confetti.ts').then(({ launchConfetti }) =>
          launchConfetti([settings.active_color, ...values.map((value) => value.color)]),
        )
    },
    onError: (error, sent) => {
      patchPost(client, sent.optimisticPost.id, () => null)
      drafts.markSent(sent.draft)
      const problems = toFormErrors(t, error, errorFields)
      // Nothing was posted with a refused picture, so the next attempt may be without it.
      const attempt = problems.fields['picture'] === undefined ? sent.draft.attempt : null
      drafts.restore({ ...sent.draft, attempt }, problems)
      onFail?.()
    },
  })
  return (ready) => {
    const { attempt } = ready.draft
    const body = JSON.stringify(toRequestBody(ready))
    const key = attempt?.body === body ? attempt.key : crypto.randomUUID()
    // Stores the resolved score: the default may differ when the draft is restored.
    const draft = { ...ready.draft, score: ready.score, typed: '', attempt: { key, body } }
    const optimisticPost = toOptimisticPost(ready, user)
    prependPost(client, optimisticPost)
    drafts.set(({ draft: now, sending, shelf }) => ({
      ...(now === ready.draft
        ? { draft: emptyPostDraft, problems: noFormErrors }
        : { shelf: shelf.filter(({ draft: shelved }) => shelved !== ready.draft) }),
      sending: [...sending, draft],
    }))
    onSend?.()
    mutate({ ...ready, draft, optimisticPost, key })
  }
}
