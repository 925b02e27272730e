import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { JoinLink, JoinSettings } from '#contract/schemas/joining.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useRevokeJoinLink } from '../api/joining.ts'
import imports from '../components/imports.module.css'
import { formatDomains } from './format-domains.ts'
import { JoinLinkForm } from './JoinLinkForm.tsx'
import { LinkAddress } from './LinkAddress.tsx'
import { LinkPoster } from './LinkPoster.tsx'

/** The expiry of the link, its count of uses, and the reason if it is inactive. */
function LinkState({ link, domains }: { link: JoinLink; domains: readonly string[] }) {
  const { t, i18n } = useTranslation('imports')
  const { settings } = useConfig()
  const date = formatDate(link.expires_at, settings.timezone)
  const n = formatNumber(link.uses)
  const uses =
    link.uses_max === null
      ? t('join.uses', { count: link.uses, n })
      : t('join.uses_of', { n, max: formatNumber(link.uses_max) })
  return (
    <>
      {link.state === 'live' ? null : (
        <Alert color="yellow" mb="md">
          {link.state === 'expired' ? t('join.expired', { date }) : t('join.used_up')}
        </Alert>
      )}
      {link.own_domains_only && !domains.length ? (
        <Alert color="yellow" mb="md">
          {t('join.no_domains')}
        </Alert>
      ) : null}
      <Text c="dimmed">
        {[
          ...(link.state === 'live' ? [t('join.until', { date })] : []),
          uses,
          ...(link.own_domains_only && domains.length
            ? [t('join.only', { domains: formatDomains(domains, i18n.language) })]
            : []),
        ].join(' · ')}
      </Text>
    </>
  )
}

function RenewDialog({ domains, onClose }: { domains: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('imports')
  return (
    <Dialog title={t('join.renew_title')} close={t('common:cancel')} onClose={onClose}>
      <Text mb="md">{t('join.renew_ask')}</Text>
      <JoinLinkForm
        domains={domains}
        submit={t('join.renew')}
        cancel={
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        }
        onCreated={() => {
          onClose()
          notifySuccess(t('join.created'))
        }}
      />
    </Dialog>
  )
}

function ExistingLink({ link, domains }: { link: JoinLink; domains: readonly string[] }) {
  const { t } = useTranslation('imports')
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const close = () => setAsked(null)
  const revoke = useRevokeJoinLink(
    () => notifySuccess(t('join.revoked')),
    (error) => {
      close()
      notifyError(t, error)
    },
  )
  return (
    <>
      <LinkState link={link} domains={domains} />
      {link.state === 'live' ? (
        <>
          <LinkAddress url={link.url} />
          <LinkPoster url={link.url} />
        </>
      ) : null}
      <Group gap="sm" mt="lg" data-link-actions>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('join.renew')}
        </Button>
        <Button variant="default" onClick={() => setAsked('revoke')}>
          {t('join.revoke')}
        </Button>
      </Group>
      {asked === 'renew' ? <RenewDialog domains={domains} onClose={close} /> : null}
      <ConfirmDialog
        opened={asked === 'revoke'}
        title={t('join.revoke_title')}
        text={t('join.revoke_ask')}
        confirm={t('join.revoke')}
        cancel={t('common:cancel')}
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={close}
      />
    </>
  )
}

/** Creates, shows, renews and revokes the join link of the team. */
export function JoinLinkCard({ settings }: { settings: JoinSettings }) {
  const { t } = useTranslation('imports')
  const domains = settings.domains.map(({ domain }) => domain)
  return (
    <Card>
      <h2 className={imports['heading']}>{t('join.title')}</h2>
      <p className={imports['lead']}>{t('join.lead')}</p>
      {settings.link ? (
        <ExistingLink link={settings.link} domains={domains} />
      ) : (
        // The first domain turns the restriction on, so the form is reset.
        <JoinLinkForm
          key={String(domains.length > 0)}
          domains={domains}
          submit={t('join.create')}
          onCreated={() => notifySuccess(t('join.created'))}
        />
      )}
    </Card>
  )
}
