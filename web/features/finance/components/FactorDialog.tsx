import { NativeSelect, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { listCountries } from '#web/shared/countries.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type Factor, useChangeFactors } from '../api/price-factors.api.ts'
import css from './finance.module.css'
import { formatFactor, priceOfHundred, readTypedFactor } from './typed-factor.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'

function useFactorForm(start: Factor | null, onClose: () => void) {
  const { t } = useTranslation('finance')
  const invalid = t('factor.invalid', {
    start: formatFactor(String(limits.price_factor_min)),
    finish: formatFactor(String(limits.price_factor_max)),
  })
  const form = useServerForm({
    initialValues: {
      country: start?.country ?? '',
      factor: start ? formatFactor(start.factor) : '',
    },
    fieldNames: [],
    validate: {
      country: (country) => (country ? null : t('errors:required')),
      factor: (typed) => (readTypedFactor(typed) === undefined ? invalid : null),
    },
  })
  const change = useChangeFactors({
    onSuccess: () => {
      notifySuccess(t('factor.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ country, factor: typed }) => {
    const factor = readTypedFactor(typed)
    if (factor !== undefined)
      change.mutate((factors) => [
        ...factors.filter((one) => one.country !== country),
        { country, factor },
      ])
  })
  return { form, submit, isSaving: change.isPending }
}

/** Sets the factor of a country. `start`: the one to change, null for another country. */
export function FactorDialog({
  factors,
  start,
  onClose,
}: {
  factors: Factor[]
  start: Factor | null
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const { form, submit, isSaving } = useFactorForm(start, onClose)
  const factor = readTypedFactor(form.values.factor)
  const price = factor === undefined ? null : priceOfHundred(factor)
  const taken = new Set(factors.map(({ country }) => country))
  return (
    <Dialog
      title={start ? t('factor.edit_of', { name: countryName(start.country) }) : t('factor.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        {start ? null : (
          <NativeSelect
            label={t('worth.country')}
            description={t('worth.country_text')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="country"
            data={[
              { value: '', label: t('factor.choose') },
              ...listCountries().filter(({ value }) => !taken.has(value)),
            ]}
            {...form.getInputProps('country')}
          />
        )}
        <TextInput
          label={t('factor.label')}
          description={
            price === null
              ? t('factor.hint')
              : t('factor.becomes', { count: price, n: formatNumber(price) })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="factor"
          inputMode="decimal"
          {...form.getInputProps('factor')}
        />
        <FormActions action={t('worth.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
