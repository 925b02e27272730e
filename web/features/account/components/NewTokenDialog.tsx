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
/** The day of the team so many days ahead, 'YYYY-MM-DD'. */
const dateAfterDays = (days: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(
    new Date(Date.now() + days * dayMs),
  )

/** The token itself, this once. */
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

function NewTokenForm({
  offered,
  onMade,
  onClose,
}: {
  offered: Scope[]
  onMade: (token: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [life, setLife] = useState('30')
  const [until, setUntil] = useState(() => dateAfterDays(14, timezone))
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(() => new Set())
  const [problems, setProblems] = useState(noFormErrors)
  const create = useMutation({
    mutationFn: () =>
      withPresenceProof(() =>
        call('tokens.create', {
          body: {
            name,
            scopes: [...chosen],
            expires_on: life === customDateOption ? until : dateAfterDays(Number(life), timezone),
          },
        }),
      ),
    onSuccess: async ({ token }) => {
      onMade(token)
      await client.invalidateQueries({ queryKey: ['tokens'] })
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['name', 'scopes', 'expires_on'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    create.mutate()
  }
  const choose = (scope: Scope, on: boolean) =>
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
      <div className={css['two']}>
        <NativeSelect
          label={t('tokens.expiry')}
          name="expiry"
          value={life}
          onChange={(event) => setLife(event.currentTarget.value)}
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
        {life === customDateOption ? (
          <TextInput
            type="date"
            label={t('tokens.expires_on')}
            name="expires_on"
            value={until}
            min={dateAfterDays(0, timezone)}
            max={dateAfterDays(limits.token_days_max, timezone)}
            error={problems.fields['expires_on']}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        ) : null}
      </div>
      <ScopeList
        offered={offered}
        chosen={chosen}
        problem={problems.fields['scopes']}
        onChange={choose}
      />
      <FormActions action={t('tokens.create')} busy={create.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Makes an access token: a name, how long, what it may do; then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const [token, setToken] = useState<string | null>(null)
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => call('tokens.list', { signal }),
  })
  const body = () => {
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
    return <NewTokenForm offered={tokens.data.scopes} onMade={setToken} onClose={onClose} />
  }
  return (
    <Dialog
      onClose={onClose}
      title={token === null ? t('tokens.new') : t('tokens.made')}
      close={t('common:close')}
    >
      {token === null ? body() : <CreatedToken token={token} onClose={onClose} />}
    </Dialog>
  )
}
