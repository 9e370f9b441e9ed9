/** The frame of every mail around its content, which must be escaped already. */
export function mailPage(content: string): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Haat</title></head>
  <body style="margin:0;padding:24px;background:#fffaf1;color:#201a14;font:16px/1.45 system-ui,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6daca;border-radius:12px">${content}
    </div>
  </body>
</html>
`;
}
