import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AwardGift, OwnAward } from '#contract/schemas/awards.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useGiveAward } from '../api/queries.ts'

/** The state of the form that gives an award. `onGiven` gets the gift. */
export function useGiveForm(award: OwnAward, onGiven: (gift: AwardGift) => void) {
  const { t } = useTranslation('organization')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { points_min: min, points_max: max } = award
  const form = useServerForm({
    initialValues: {
      to_ids: [] as { id: string; name: string }[],
      points: String(min),
      text: '',
    },
    fieldNames: ['to_ids', 'points', 'text'],
    // A double click or a retry gives once; a changed form is another gift.
    onValuesChange: () => setKey(crypto.randomUUID()),
    validate: {
      to_ids: (people) => (people.length ? null : t('awards.give.no_receiver')),
      points: (typed) => {
        const points = parseWholeNumber(typed) ?? 0
        return hasInvalidNumber(typed) || (points >= min && points <= max)
          ? null
          : t('awards.give.points_range', { from: formatNumber(min), to: formatNumber(max) })
      },
      text: (text) =>
        text.trim().length >= limits.message_chars_min ? null : t('awards.give.no_text'),
    },
  })
  const give = useGiveAward({
    onSuccess: (gift) => {
      notifySuccess(t(gift.status === 'pending' ? 'awards.give.submitted' : 'awards.give.given'))
      onGiven(gift)
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ to_ids: people, points, text }) => {
    if (hasInvalidNumber(points)) return
    give.mutate({
      body: {
        award_id: award.id,
        to_ids: people.map(({ id }) => id),
        points: parseWholeNumber(points) ?? 0,
        text,
      },
      key,
    })
  })
  return { form, submit, isSaving: give.isPending }
}
export type GiveForm = ReturnType<typeof useGiveForm>['form']
