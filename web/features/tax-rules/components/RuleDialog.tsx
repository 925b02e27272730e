import { NativeSelect, TextInput } from '@mantine/core'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { listCountries } from '#web/shared/countries.ts'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CategoriesField } from './CategoriesField.tsx'
import { LimitFields } from './LimitFields.tsx'
import { MessageFields } from './MessageFields.tsx'
import css from './tax-rules.module.css'
import { type RuleForm, useRuleForm } from './use-rule-form.ts'

/** Who bears the tax, and its rate: required if the company does. */
function PayerFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation('finance')
  const { borne_by: payer } = form.values
  return (
    <FormSection title={t('tax.section.payer')}>
      <ChoiceField
        label={t('tax.field.borne_by')}
        answers={[
          ['employee', t('tax.field.employee')],
          ['company', t('tax.field.company')],
        ]}
        {...form.getInputProps('borne_by', { withError: false })}
      />
      <TextInput
        label={t(payer === 'company' ? 'tax.field.rate' : 'tax.field.rate_optional')}
        description={t(`tax.field.rate_${payer}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="tax_rate"
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        required={payer === 'company'}
        withAsterisk={false}
        {...form.getInputProps('tax_rate')}
      />
    </FormSection>
  )
}

function DayFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation('finance')
  return (
    <FormSection title={t('tax.section.days')}>
      <div className={css['two']}>
        <TextInput
          type="date"
          label={t('tax.field.valid_from')}
          name="valid_from"
          {...form.getInputProps('valid_from')}
        />
        <TextInput
          type="date"
          label={t('tax.field.valid_to')}
          name="valid_to"
          {...form.getInputProps('valid_to')}
        />
      </div>
    </FormSection>
  )
}

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, onClose }: { rule: TaxRule | null; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const { form, submit, chooseCountry, isSaving } = useRuleForm(rule, onClose)
  const { problems, values } = form
  return (
    <Dialog
      size="lg"
      title={t(rule ? 'tax.edit' : 'tax.add')}
      close={t('common:cancel')}
      isFullScreenOnPhone
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <NativeSelect
          label={t('tax.field.country')}
          description={t('tax.field.country_text')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="country"
          data={[{ value: '', label: t('tax.other_countries') }, ...listCountries()]}
          {...form.getInputProps('country')}
          onChange={(event) => chooseCountry(event.currentTarget.value)}
        />
        <CategoriesField form={form} />
        <ChoiceField
          label={t('tax.field.taxable')}
          answers={[
            ['yes', t('tax.field.taxable_yes')],
            ['no', t('tax.field.taxable_no')],
          ]}
          {...form.getInputProps('taxable', { withError: false })}
        />
        {values.taxable === 'yes' ? (
          <>
            <LimitFields form={form} />
            <PayerFields form={form} />
          </>
        ) : null}
        <DayFields form={form} />
        {values.taxable === 'yes' ? <MessageFields form={form} /> : null}
        <FormActions action={t('tax.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
