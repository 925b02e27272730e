import type { UseFormReturnType } from '@mantine/form'
import { Button, Group, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { LongSelect } from '#web/ui/LongSelect.tsx'
import { BillingPage } from '../components/BillingPage.tsx'
import { listCountries } from '#web/shared/countries.ts'
import css from '../components/billing.module.css'
import { type BillingDetails, billingDetailsQuery } from '../api/queries.ts'
import { useCall } from '#web/shared/use-call.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

type BillingFieldValues = Omit<BillingDetails, 'customer_balance'>
function toFieldValues(details: BillingDetails): BillingFieldValues {
  const { customer_balance: _, ...fields } = details
  return fields
}

function BillingFields({
  form,
}: {
  form: Pick<UseFormReturnType<BillingFieldValues>, 'getInputProps' | 'values' | 'setFieldValue'>
}) {
  const { t } = useTranslation('billing')
  const renderField = (
    name: 'name' | 'email' | 'tax_id',
    autoComplete: string,
    maxLength: number,
  ) => (
    <TextInput
      label={t(`details.${name}`)}
      name={name}
      autoComplete={autoComplete}
      maxLength={maxLength}
      {...(name === 'email' ? { type: 'email' } : {})}
      {...(name === 'name' ? {} : { description: t(`details.${name}_text`) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps(name)}
    />
  )
  return (
    <Card className={css['fields']}>
      {renderField('name', 'organization', 200)}
      {renderField('email', 'email', 254)}
      <Textarea
        label={t('details.address')}
        name="address"
        autoComplete="street-address"
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('address')}
      />
      <LongSelect
        label={t('details.country')}
        name="country"
        clearable
        clearButtonProps={{ 'aria-label': t('details.no_country') }}
        nothingFoundMessage={t('details.nothing')}
        data={listCountries()}
        {...form.getInputProps('country')}
        value={form.values.country || null}
        onChange={(country) => form.setFieldValue('country', country ?? '')}
      />
      {renderField('tax_id', 'off', 50)}
    </Card>
  )
}

function BillingDetailsForm({ details }: { details: BillingDetails }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const saved = toFieldValues(details)
  const form = useServerForm<BillingFieldValues>({
    initialValues: saved,
    fieldNames: Object.keys(saved),
  })
  const showStored = useSavedValues(form, saved)
  const { problems } = form
  const isChanged = form.isDirty()
  const save = useCall('billing.update_details', {
    input: (values: BillingFieldValues) => ({ body: pickChanged(values, saved) }),
    updateCache: (stored) => client.setQueryData(billingDetailsQuery.queryKey, stored),
    except: ['billing'],
    onSuccess: (stored, sent) => {
      showStored(toFieldValues(stored), sent)
      notifySuccess(t('details.saved'))
    },
    onError: form.showRefusal,
  })
  return (
    <Form problems={problems} onSubmit={form.submitTo(save.mutate)} className={css['form']}>
      <GeneralProblem text={problems.general} />
      <BillingFields form={form} />
      <UnsavedChangesPrompt changed={isChanged} />
      {isChanged ? (
        <Group justify="flex-end" className={css['save'] ?? ''}>
          <Button variant="default" onClick={form.reset}>
            {t('details.undo')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('details.save')}
          </Button>
        </Group>
      ) : null}
    </Form>
  )
}

/** /settings/billing/details: the payer, as printed on invoices. */
export function BillingDetailsScreen() {
  const { t } = useTranslation('billing')
  const details = useQuery(billingDetailsQuery)
  return (
    <BillingPage tab="details">
      <p className={css['lead']}>{t('details.lead')}</p>
      {details.isPending ? (
        <Card aria-busy="true" className={css['form']}>
          {[0, 1, 2, 3].map((index) => (
            <div key={index}>
              <Skeleton height={16} width="30%" mb={8} />
              <Skeleton height={index === 2 ? 84 : 36} />
            </div>
          ))}
        </Card>
      ) : null}
      {details.isError && !details.data ? (
        <ErrorState error={details.error} retry={() => void details.refetch()} />
      ) : null}
      {details.data ? <BillingDetailsForm details={details.data} /> : null}
    </BillingPage>
  )
}
