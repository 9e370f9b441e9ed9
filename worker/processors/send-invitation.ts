import { env } from '@haat/core/env';
import { mailer } from '@haat/core/gateways/mailer';
import { invitationMail } from '@haat/core/mail/invitation-mail';
import { markDispatched } from '@haat/core/outbox/mark-dispatched';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { prepareInvitation } from '@haat/core/services/team/prepare-invitation';

/** Mails an invitation with the address of the shop's login, and notes that it is out. */
export async function sendInvitation({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  const invitation = await prepareInvitation({ memberId: subjectId, outboxId });
  if (invitation) {
    const { email: to, shopName, role, shopSlug } = invitation;
    const loginUrl = new URL(`/#/${encodeURIComponent(shopSlug)}/login`, env.PUBLIC_URL).href;
    await mailer().send(invitationMail({ to, shopName, role, loginUrl }));
  }
  await markDispatched(outboxId);
}
