import { useState } from 'react'
import type { ChannelEventKind, ChatProvider } from '#contract/chat.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { includesEveryone, listTypedMonths } from '#web/shared/audiences/audience-form.ts'
import {
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
} from '#web/shared/audiences/audience-form.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type ChatRoute, useCreateRoute, useUpdateRoute } from '../api/queries.ts'

/** A channel that changes, or the chat of a new channel and the bridge that it replaces. */
export type RouteTarget = { provider: ChatProvider; route?: ChatRoute; replaces?: string }

const toInitialValues = (route: ChatRoute | undefined, values: AppConfig['values']) => ({
  channel: '',
  kinds: route?.kinds ?? (['thanks'] satisfies ChannelEventKind[] as ChannelEventKind[]),
  // The API refuses retired values, and the field does not show them.
  value_ids: (route?.value_ids ?? []).filter((id) => values.some((value) => value.id === id)),
  /** The answer of the choice, as the segmented control holds it. */
  for_everyone:
    !route?.audience || includesEveryone(route.audience) ? ('yes' as const) : ('no' as const),
  audience: toAudienceForm(route?.audience ?? undefined),
})
export type RouteFormValues = Omit<ReturnType<typeof toInitialValues>, 'for_everyone'> & {
  for_everyone: 'yes' | 'no'
}

/** Returns what a channel shows, as the API takes it. */
const toFilters = ({ kinds, value_ids: valueIds, ...values }: RouteFormValues) => ({
  kinds,
  // New people have no value.
  value_ids: kinds.includes('thanks') ? valueIds : [],
  audience: values.for_everyone === 'yes' ? null : toAudienceInput(values.audience),
})

/** The state of the form of a new channel, or of one that changes. */
export function useRouteForm({ provider, route, replaces }: RouteTarget, onClose: () => void) {
  const { t } = useTranslation('connections')
  const { values: openValues } = useConfig()
  const [loaded] = useState(() => {
    const initial: RouteFormValues = toInitialValues(route, openValues)
    // Retired values differ from those that the form shows, and are removed.
    return { initial, filters: { ...toFilters(initial), value_ids: route?.value_ids ?? [] } }
  })
  const form = useServerForm<RouteFormValues>({
    initialValues: loaded.initial,
    fieldNames: ['channel', 'kinds', 'value_ids', ...listAudienceFields('audience')],
  })
  const onError = form.showRefusal
  const create = useCreateRoute({
    onSuccess: () => {
      notifySuccess(t(replaces ? 'app.channel.moved' : 'app.channel.added'))
      onClose()
    },
    onError,
  })
  const update = useUpdateRoute(route?.id ?? '', {
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
    onError,
  })
  const submit = form.submitTo((values) => {
    const { for_everyone: forEveryone, audience, channel } = values
    if (forEveryone === 'no' && hasInvalidNumber(...listTypedMonths(audience))) return
    const filters = toFilters(values)
    if (route) update.mutate(pickChanged(filters, loaded.filters))
    else
      create.mutate({
        provider,
        channel: channel.trim(),
        ...filters,
        ...(replaces ? { replaces } : {}),
      })
  })
  return { form, submit, isSaving: create.isPending || update.isPending }
}
