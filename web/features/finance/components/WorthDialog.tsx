import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { useConfig } from '#web/shared/config.ts'
import { listCountries } from '#web/shared/countries.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useSaveWorth } from '#web/shared/points/point-worths.ts'
import { readTypedWorth, toTypedWorth, type TypedWorth } from '#web/shared/points/typed-worth.ts'
import { WorthFields } from '#web/shared/points/WorthFields.tsx'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './finance.module.css'

/** A worth to change, the country of a new one, or nothing. */
export type WorthStart = { worth?: PointWorth; country?: string | null }
type WorthDraft = { country: string; valid_from: string; worth: TypedWorth }

function useWorthForm({ worth, country }: WorthStart, onClose: () => void) {
  const { t } = useTranslation('finance')
  const { settings } = useConfig()
  const hundredPoints = worth
    ? { currency: worth.currency, minor: worth.hundred_points_minor }
    : null
  const form = useServerForm<WorthDraft>({
    initialValues: {
      country: (worth ? worth.country : country) ?? '',
      valid_from: worth?.valid_from ?? todayInTimezone(settings.timezone),
      worth: {
        ...toTypedWorth(hundredPoints),
        currency: (hundredPoints ?? settings.hundred_points)?.currency ?? 'USD',
      },
    },
    fieldNames: ['country', 'valid_from', 'hundred_points_minor', 'currency'],
  })
  const [isMissing, setMissing] = useState(false)
  const save = useSaveWorth({
    onSuccess: () => {
      notifySuccess(t('worth.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((sent) => {
    const typed = readTypedWorth(sent.worth)
    setMissing(typed === null)
    if (!typed) return
    save.mutate({
      id: worth?.id ?? null,
      country: sent.country || null,
      validFrom: sent.valid_from,
      hundredPoints: typed,
    })
  })
  return { form, isMissing, submit, isSaving: save.isPending }
}

/** Sets what points are worth from a day on, or changes an amount that has not begun before today. */
export function WorthDialog({
  start,
  isFirst,
  onClose,
}: {
  start: WorthStart
  /** The first worth of a team may begin on any day. */
  isFirst: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const { form, isMissing, submit, isSaving } = useWorthForm(start, onClose)
  const { problems, values } = form
  return (
    <Dialog
      title={t(start.worth ? 'worth.edit' : 'worth.set')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <WorthFields
          worth={values.worth}
          error={
            isMissing && !values.worth.amount
              ? t('errors:required')
              : problems.fields['hundred_points_minor']
          }
          onChange={(worth) => form.setFieldValue('worth', worth)}
        />
        {start.worth ? null : (
          <>
            <NativeSelect
              label={t('worth.country')}
              description={t('worth.country_text')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              name="country"
              data={[{ value: '', label: t('worth.everywhere') }, ...listCountries()]}
              {...form.getInputProps('country')}
            />
            <TextInput
              type="date"
              label={t('worth.valid_from')}
              description={t('worth.valid_from_text')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              name="valid_from"
              {...(isFirst ? {} : { min: todayInTimezone(timezone) })}
              {...form.getInputProps('valid_from')}
            />
          </>
        )}
        <FormActions action={t('worth.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
