import type { InvitationMail } from '#contract/schemas/imports.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './invites.module.css'

/** A preview of the invitation. */
export function MailPreview({ mail, onClose }: { mail: InvitationMail; onClose: () => void }) {
  const { t } = useTranslation('imports')
  return (
    <Dialog title={t('invites.preview_title')} close={t('common:close')} onClose={onClose}>
      <div className={css['mail']}>
        <p className={css['subject']}>
          <span>{t('invites.subject')}</span> {mail.subject}
        </p>
        <p className={css['mailTitle']}>{mail.title}</p>
        <p>{mail.intro}</p>
        {mail.message ? <blockquote className={css['quote']}>{mail.message}</blockquote> : null}
        <p>{mail.what}</p>
        <p>
          <span className={css['mailButton']}>{mail.action}</span>
        </p>
        <p className={css['faint']}>{mail.expires}</p>
      </div>
    </Dialog>
  )
}
