import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessToken } from '#contract/schemas/tokens.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import css from './account.module.css'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { AccountSection } from './AccountSection.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

function TokenItem({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  // A token is valid until the end of its last day.
  const day = formatDate(new Date(Date.parse(token.expires_at) - 1).toISOString(), timezone)
  const usedText =
    token.last_used_at === null
      ? t('tokens.unused')
      : t('tokens.used', { day: formatDate(token.last_used_at, timezone) })
  return (
    <li className={`${css['session']} ${css['token']}`}>
      <span className={css['device']}>
        <IconKey size={20} aria-hidden="true" />
      </span>
      <div>
        <strong>{token.name}</strong>
        {token.expired ? <span className={css['over']}>{t('tokens.expired')}</span> : null}
        <small>
          {token.expired ? t('tokens.since', { day }) : t('tokens.until', { day })} · {usedText}
        </small>
        <small className={css['scopes']}>
          {token.scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </small>
      </div>
      <Button variant="default" size="sm" onClick={onRevoke}>
        {token.expired ? t('tokens.remove') : t('tokens.revoke')}
        <VisuallyHidden> {token.name}</VisuallyHidden>
      </Button>
    </li>
  )
}

function TokenList() {
  const { t } = useTranslation('account')
  const [revoking, setRevoking] = useState<AccessToken | null>(null)
  const tokens = useQuery({
    queryKey: queryKey('tokens'),
    queryFn: ({ signal }) => call('tokens.list', { signal }),
  })
  const revoke = useCall('tokens.revoke', {
    input: (token: AccessToken) => ({ params: { id: token.id } }),
    waitsFor: ['tokens'],
    refetchesOnError: () => true,
    onSuccess: () => notifySuccess(t('tokens.revoked')),
    onError: (error) => notifyError(t, error),
    onSettled: () => setRevoking(null),
  })
  if (tokens.isLoadingError)
    return <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />
  if (tokens.data?.items.length === 0) return <p className={css['none']}>{t('tokens.empty')}</p>
  return (
    <>
      <ul className={css['sessions']} aria-busy={tokens.isPending} aria-label={t('tokens.title')}>
        {tokens.data
          ? tokens.data.items.map((token) => (
              <TokenItem
                key={token.id}
                token={token}
                onRevoke={() => (token.expired ? revoke.mutate(token) : setRevoking(token))}
              />
            ))
          : [0, 1].map((index) => (
              <li key={index} className={css['session']}>
                <Skeleton height={40} width={40} radius="md" />
                <div>
                  <Skeleton height={15} width="45%" mb={8} />
                  <Skeleton height={12} width="65%" />
                </div>
              </li>
            ))}
      </ul>
      <ConfirmDialog
        opened={revoking !== null}
        danger
        busy={revoke.isPending}
        title={t('tokens.ask', { name: revoking?.name ?? '' })}
        text={t('tokens.ask_text')}
        confirm={t('tokens.revoke')}
        cancel={t('common:cancel')}
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) revoke.mutate(revoking)
        }}
      />
    </>
  )
}

/** The user's access tokens for this team, for programs that act on the user's behalf. */
export function TokensSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  return (
    <AccountSection
      title={t('tokens.title')}
      text={impersonated ? t('oneself') : t('tokens.text')}
      action={
        impersonated ? null : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('tokens.new')}
          </Button>
        )
      }
    >
      {impersonated ? null : (
        <>
          <TokenList />
          <a className={css['docs']} href="/api/docs" target="_blank" rel="noreferrer">
            {t('tokens.docs')}
          </a>
          {open ? <NewTokenDialog onClose={() => setOpen(false)} /> : null}
        </>
      )}
    </AccountSection>
  )
}
