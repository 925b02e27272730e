import { currencyOfCountry } from '#contract/currency.ts'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useSaveRule } from '../api/queries.ts'
import { draftOfRule, isLimitValid, newDraft, readDraft, type RuleDraft } from './rule-draft.ts'
import { readTypedRate } from './typed-rate.ts'

const fieldNames = [
  'country',
  'categories',
  'currency',
  'item_limit_minor',
  'period_limit_minor',
  'year_start',
  'tax_rate',
  'messages',
  'valid_from',
  'valid_to',
]

/** The state of the dialog of a rule, or of a new one. */
export function useRuleForm(rule: TaxRule | null, onClose: () => void) {
  const { t } = useTranslation('finance')
  const { timezone, hundred_points: hundredPoints } = useConfig().settings
  const limitProblem = (typed: string, { taxable, currency }: RuleDraft) =>
    taxable === 'no' || isLimitValid(typed, currency) ? null : t('tax.field.limit_invalid')
  const form = useServerForm<RuleDraft>({
    initialValues: rule
      ? draftOfRule(rule)
      : newDraft(hundredPoints?.currency ?? 'USD', todayInTimezone(timezone)),
    fieldNames,
    validate: {
      categories: (picked) => (picked.length ? null : t('tax.field.categories_missing')),
      item_limit_minor: limitProblem,
      period_limit_minor: limitProblem,
      tax_rate: (typed, { taxable }) =>
        taxable === 'no' || readTypedRate(typed) !== undefined ? null : t('tax.field.rate_invalid'),
    },
  })
  const save = useSaveRule({
    onSuccess: () => {
      notifySuccess(t('tax.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((draft) =>
    save.mutate({ id: rule?.id ?? null, body: readDraft(draft) }),
  )
  // The limits of a new rule are usually in the money of its country.
  const chooseCountry = (country: string) => {
    form.setFieldValue('country', country)
    const { item_limit_minor: item, period_limit_minor: ofPeriod } = form.getValues()
    if (country && !item && !ofPeriod) form.setFieldValue('currency', currencyOfCountry(country))
  }
  return { form, submit, chooseCountry, isSaving: save.isPending }
}
export type RuleForm = ReturnType<typeof useRuleForm>['form']
