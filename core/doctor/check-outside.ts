import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Finding, note, reasonOf, right, wrong } from './finding.ts';

type Settings = NodeJS.ProcessEnv;

/** Whether the mail server answers, and takes our name and password. Nothing is sent. */
export async function checkMail({ SMTP_URL: url }: Settings): Promise<Finding[]> {
  if (!url) return [note('Mail', 'SMTP_URL is not set: mail is caught and shown at /dev/mail')];
  const transport = createTransport({ url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
    return [right('Mail', 'the server answers and takes our name')];
  } catch (error) {
    return [
      wrong('Mail', `the server does not take us (${reasonOf(error)}): no one-time code reaches anybody. See SMTP_URL`),
    ];
  } finally {
    transport.close();
  }
}

/** Whether pictures can be kept. */
export async function checkUploads({
  UPLOADS_DIR: folder = '.data/uploads',
  UPLOADS_S3_BUCKET: bucket,
}: Settings): Promise<Finding[]> {
  if (bucket) return [note('Pictures', `go to the bucket ${bucket}; the first upload tells whether it takes them`)];
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
    await access(probe);
    await rm(probe);
    return [right('Pictures', `are kept in ${folder}; replicas on several machines need a bucket instead`)];
  } catch (error) {
    return [wrong('Pictures', `cannot be kept in ${folder} (${reasonOf(error)}): see UPLOADS_DIR and who owns it`)];
  }
}
