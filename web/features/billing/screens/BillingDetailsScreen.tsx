import { Alert, Button, Group, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { Form } from '#web/shared/forms/Form.tsx'
import {
  noFormErrors,
  toFormErrors,
  notifySuccess,
  type FormErrors,
} from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { call } from '#web/lib/client.ts'
import { bcp47Tag } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BillingPage } from '../components/BillingPage.tsx'
import { listCountries } from '../components/countries.ts'
import css from '../components/billing.module.css'
import { type BillingDetails, billingDetailsQuery } from '../api/queries.ts'

const formFieldNames = ['name', 'email', 'address', 'country', 'tax_id'] as const

type BillingFieldValues = Omit<BillingDetails, 'customer_balance'>

function BillingFields({
  fields,
  problems,
  set,
}: {
  fields: BillingFieldValues
  problems: FormErrors
  set: (part: Partial<BillingFieldValues>) => void
}) {
  const {
    t,
    i18n: { language },
  } = useTranslation('billing')
  const countries = useMemo(() => listCountries(bcp47Tag(language)), [language])
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
      {...(name === 'email'
        ? { type: 'email', description: t('details.email_text') }
        : name === 'tax_id'
          ? { description: t('details.tax_id_text') }
          : {})}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={fields[name]}
      error={problems.fields[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
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
        value={fields.address}
        error={problems.fields['address']}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <Select
        label={t('details.country')}
        name="country"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('details.no_country') }}
        nothingFoundMessage={t('details.nothing')}
        data={countries}
        value={fields.country || null}
        error={problems.fields['country']}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={260}
        limit={300}
        onChange={(country) => set({ country: country ?? '' })}
      />
      {renderField('tax_id', 'off', 50)}
    </Card>
  )
}

function BillingDetailsForm({ details }: { details: BillingDetails }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const { customer_balance: _, ...initial } = details
  const [fields, setFields] = useState(initial)
  const [problems, setProblems] = useState(noFormErrors)
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const changed = formFieldNames.some((key) => fields[key] !== initial[key])
  const save = useMutation({
    mutationFn: () => call('billing.update_details', { body: fields }),
    onSuccess: (saved) => {
      client.setQueryData(billingDetailsQuery.queryKey, saved)
      notifySuccess(t('details.saved'))
    },
    onError: (error) => setProblems(toFormErrors(t, error, formFieldNames)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    save.mutate()
  }
  return (
    <Form problems={problems} onSubmit={submit} className={css['form']}>
      {problems.general ? (
        <Alert color="red" role="alert">
          {problems.general}
        </Alert>
      ) : null}
      <BillingFields fields={fields} problems={problems} set={set} />
      <UnsavedChangesPrompt changed={changed} />
      {changed ? (
        <Group justify="flex-end" className={css['save'] ?? ''}>
          <Button
            variant="default"
            onClick={() => {
              setFields(initial)
              setProblems(noFormErrors)
            }}
          >
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
      {details.data ? (
        <BillingDetailsForm key={JSON.stringify(details.data)} details={details.data} />
      ) : null}
    </BillingPage>
  )
}
