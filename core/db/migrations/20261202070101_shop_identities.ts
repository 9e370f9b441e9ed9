import type { Knex } from 'knex';

/** Invoices and receipts keep the seller of the time of the sale, also after the shop was renamed, moved or sold. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops ADD COLUMN fssai_licence text CHECK (fssai_licence ~ '^[0-9]{14}$');
    UPDATE shops h SET fssai_licence = a.fssai_licence FROM shop_applications a
    WHERE a.shop_id = h.id AND a.state = 'approved' AND a.fssai_licence ~ '^[0-9]{14}$';

    -- The seller that a shop was until then. Orders of later than the last row have the shop as it is now.
    CREATE TABLE former_shop_identities (
      shop_id bigint NOT NULL REFERENCES shops,
      until timestamptz NOT NULL,
      name text,
      address text,
      phone text,
      gstin text,
      fssai_licence text,
      PRIMARY KEY (shop_id, until)
    );
    -- A trigger, because the version before this one changes shops as well.
    CREATE FUNCTION keep_shop_identity() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO former_shop_identities (shop_id, until, name, address, phone, gstin, fssai_licence)
        VALUES (OLD.id, now(), OLD.name, OLD.address, OLD.phone, OLD.gstin, OLD.fssai_licence)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
    CREATE TRIGGER shops_identity_changed AFTER UPDATE OF name, address, phone, gstin, fssai_licence ON shops FOR EACH ROW
      WHEN ((OLD.name, OLD.address, OLD.phone, OLD.gstin, OLD.fssai_licence)
        IS DISTINCT FROM (NEW.name, NEW.address, NEW.phone, NEW.gstin, NEW.fssai_licence))
      EXECUTE FUNCTION keep_shop_identity();
  `);
}

/** Invoices show the shop as it is now. FSSAI licences that were entered in the settings are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER shops_identity_changed ON shops;
    DROP FUNCTION keep_shop_identity;
    DROP TABLE former_shop_identities;
    ALTER TABLE shops DROP COLUMN fssai_licence;
  `);
}
