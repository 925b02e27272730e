import { dayMs } from '#contract/durations.ts'
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Skeleton,
  Text,
  TextInput,
} from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#contract/scopes.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'
import { call } from '#web/lib/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './account.module.css'

const lifetimeOptionsDays = [7, 30, 90, 365] as const
const customDateOption = 'own'
/** Returns the date in the team's timezone, `days` from today, as 'YYYY-MM-DD'. */
const dateAfterDays = (days: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(
    new Date(Date.now() + days * dayMs),
  )

/** Shows the token once, with a copy button. */
function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <>
      <Text mb="md">{t('tokens.once')}</Text>
      <div className={css['made']}>
        <TextInput
          label={t('tokens.token')}
          value={token}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          classNames={{ input: css['secret'] ?? '' }}
        />
        <Button
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(token).then(setCopied)}
        >
          {copied ? t('tokens.copied') : t('tokens.copy')}
        </Button>
      </div>
      <div role="status">
        {copied === false ? (
          <Text c="dimmed" mt="sm">
            {t('tokens.copy_failed')}
          </Text>
        ) : null}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('tokens.done')}
        </Button>
      </Group>
    </>
  )
}

function ScopeList({
  offered,
  chosen,
  problem,
  onChange,
}: {
  offered: Scope[]
  chosen: ReadonlySet<Scope>
  problem: string | undefined
  onChange: (scope: Scope, on: boolean) => void
}) {
  const { t } = useTranslation('account')
  return (
    <fieldset
      className={css['scopeList']}
      aria-describedby={problem ? 'scopes-problem' : undefined}
    >
      <legend>{t('tokens.scopes')}</legend>
      <p>{t('tokens.scopes_text')}</p>
      {problem ? (
        <p id="scopes-problem" className={css['wrong']} role="alert">
          {problem}
        </p>
      ) : null}
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          label={t(`tokens.scope.${scope.replace(':', '_')}`)}
          description={scope}
          checked={chosen.has(scope)}
          onChange={(event) => onChange(scope, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

/** The lifetime of the token: a number of days, or a custom last day. */
function ExpiryFields({
  lifetime,
  customDate,
  problem,
  onLifetime,
  onCustomDate,
}: {
  lifetime: string
  customDate: string
  problem: string | undefined
  onLifetime: (lifetime: string) => void
  onCustomDate: (date: string) => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  return (
    <div className={css['two']}>
      <NativeSelect
        label={t('tokens.expiry')}
        name="expiry"
        value={lifetime}
        onChange={(event) => onLifetime(event.currentTarget.value)}
        data={[
          ...lifetimeOptionsDays.map((days) => ({
            value: String(days),
            label: t('tokens.days', {
              count: days,
              day: formatDay(dateAfterDays(days, timezone)),
            }),
          })),
          { value: customDateOption, label: t('tokens.own_date') },
        ]}
      />
      {lifetime === customDateOption ? (
        <TextInput
          type="date"
          label={t('tokens.expires_on')}
          name="expires_on"
          value={customDate}
          min={dateAfterDays(0, timezone)}
          max={dateAfterDays(limits.token_days_max, timezone)}
          error={problem}
          onChange={(event) => onCustomDate(event.currentTarget.value)}
        />
      ) : null}
    </div>
  )
}

/** Creates a token after proof of presence, and keeps the errors of the form. */
function useCreateToken(onCreated: (token: string) => void) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [problems, setProblems] = useState(noFormErrors)
  const { isPending, mutate } = useMutation({
    mutationFn: (body: BodyInputOf<'tokens.create'>) =>
      withPresenceProof(() => call('tokens.create', { body })),
    onSuccess: async ({ token }) => {
      onCreated(token)
      await client.invalidateQueries({ queryKey: ['tokens'] })
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['name', 'scopes', 'expires_on'])),
  })
  const create = (body: BodyInputOf<'tokens.create'>) => {
    setProblems(noFormErrors)
    mutate(body)
  }
  return { problems, isPending, create }
}

function NewTokenForm({
  offered,
  onCreated,
  onClose,
}: {
  offered: Scope[]
  onCreated: (token: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState('30')
  const [customDate, setCustomDate] = useState(() => dateAfterDays(14, timezone))
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(() => new Set())
  const { problems, isPending, create } = useCreateToken(onCreated)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create({
      name,
      scopes: [...chosen],
      expires_on:
        lifetime === customDateOption ? customDate : dateAfterDays(Number(lifetime), timezone),
    })
  }
  const toggleScope = (scope: Scope, on: boolean) =>
    setChosen((old) => new Set(on ? [...old, scope] : [...old].filter((one) => one !== scope)))
  return (
    <Form problems={problems} onSubmit={submit} className={css['form']}>
      {problems.general ? (
        <Alert color="red" role="alert">
          {problems.general}
        </Alert>
      ) : null}
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name_hint')}
        name="name"
        autoComplete="off"
        maxLength={limits.token_name_chars_max}
        value={name}
        error={problems.fields['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <ExpiryFields
        lifetime={lifetime}
        customDate={customDate}
        problem={problems.fields['expires_on']}
        onLifetime={setLifetime}
        onCustomDate={setCustomDate}
      />
      <ScopeList
        offered={offered}
        chosen={chosen}
        problem={problems.fields['scopes']}
        onChange={toggleScope}
      />
      <FormActions action={t('tokens.create')} busy={isPending} onCancel={onClose} />
    </Form>
  )
}

/** Creates an access token with a name, an expiry date and scopes, then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const [token, setToken] = useState<string | null>(null)
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => call('tokens.list', { signal }),
  })
  const renderBody = () => {
    if (tokens.isLoadingError)
      return <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />
    if (!tokens.data)
      return (
        <div aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} height={44} mb={14} />
          ))}
        </div>
      )
    return <NewTokenForm offered={tokens.data.scopes} onCreated={setToken} onClose={onClose} />
  }
  return (
    <Dialog
      onClose={onClose}
      title={token === null ? t('tokens.new') : t('tokens.made')}
      close={t('common:close')}
    >
      {token === null ? renderBody() : <CreatedToken token={token} onClose={onClose} />}
    </Dialog>
  )
}
