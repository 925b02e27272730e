import { NativeSelect, TextInput } from '@mantine/core'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { listCurrencies } from '#web/shared/points/list-currencies.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './tax-rules.module.css'
import type { RuleForm } from './use-rule-form.ts'
import { YearStartField } from './YearStartField.tsx'

/** What stays free of tax: a limit for a reward, one of a period, and what is taxable above them. */
export function LimitFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation('finance')
  const { values } = form
  const hasPeriodLimit = values.period_limit_minor.trim() !== ''
  const hasLimit = hasPeriodLimit || values.item_limit_minor.trim() !== ''
  return (
    <FormSection title={t('tax.section.limits')}>
      <p className={css['hint']}>{t('tax.section.limits_text')}</p>
      <div className={css['two']}>
        <TextInput
          label={t('tax.field.item_limit')}
          name="item_limit_minor"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('item_limit_minor')}
        />
        <NativeSelect
          label={t('settings:budget.currency')}
          name="currency"
          data={listCurrencies()}
          {...form.getInputProps('currency')}
        />
      </div>
      <div className={css['two']}>
        <TextInput
          label={t('tax.field.period_limit')}
          name="period_limit_minor"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('period_limit_minor')}
        />
        <NativeSelect
          label={t('tax.field.period')}
          name="period"
          data={(['month', 'year'] as const).map((value) => ({
            value,
            label: t(`tax.field.period_${value}`),
          }))}
          {...form.getInputProps('period')}
        />
      </div>
      {hasPeriodLimit && values.period === 'year' ? (
        <YearStartField
          value={values.year_start}
          onChange={(monthDay) => form.setFieldValue('year_start', monthDay)}
        />
      ) : null}
      {hasLimit ? (
        <ChoiceField
          label={t('tax.field.above_limit')}
          answers={[
            ['excess', t('tax.field.excess')],
            ['whole', t('tax.field.whole')],
          ]}
          {...form.getInputProps('above_limit', { withError: false })}
        />
      ) : null}
    </FormSection>
  )
}
