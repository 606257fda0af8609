-- A ZIP code typed for a city names one. Central Texas, from src/features/map/zip-codes.ts; a test holds both together.
create function private.city_of_zip(p_typed text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_zip text := (regexp_match(p_typed, '^([0-9]{5})(-[0-9]{4})?$'))[1];
begin
  if v_zip is null then return null; end if;
  return (regexp_match('
Adkins|78101
Alleyton|78935
Alliance Data Systems|78275
Altair|77412
Art|76820
Atascosa|78002
Austin|73301 73344 78701 78702 78703 78704 78705 78708 78709 78710 78711 78712 78713 78714 78715 78716 78717 78718 78719 78720 78721 78722 78723 78724 78725 78726 78727 78728 78729 78730 78731 78732 78733 78734 78735 78736 78737 78738 78739 78741 78742 78744 78745 78746 78747 78748 78749 78750 78751 78752 78753 78754 78755 78756 78757 78758 78759 78760 78761 78762 78763 78764 78765 78766 78767 78768 78769 78772 78773 78774 78778 78779 78780 78781 78783 78785 78788 78789 78798 78799
Bandera|78003
Bartlett|76511
Bastrop|78602
Batesville|78829
Beeville|78102 78104
Bellville|77418
Belmont|78604
Belton|76513
Bend|76824
Berclair|78107
Bergheim|78004
Bertram|78605
Bigfoot|78005
Blanco|78606
Bleiblerville|78931
Bloomington|77951
Bluffton|78607
Boerne|78006 78015
Brenham|77833 77834
Briggs|78608
Bruceville|76630
Bryan|77807
Buchanan Dam|78609
Buckholts|76518
Buda|78610
Bulverde|78163
Burlington|76519
Burnet|78611
Burton|77835
Caldwell|77836
Calliham|78007
Cameron|76520
Camp Wood|78833
Campbellton|78008
Canyon Lake|78133
Carmine|78932
Castell|76831
Castroville|78009
Cat Spring|78933
Cedar Creek|78612
Cedar Park|78613 78630
Center Point|78010
Chappell Hill|77426
Charlotte|78011
Cherokee|76832
Chriesman|77838
Christine|78012
Cibolo|78108
Columbus|78934
Comfort|78013
Concan|78838
Converse|78109
Copperas Cove|76522
Cost|78614
Coupland|78615
Cuero|77954
D Hanis|78850
Dale|78616
Davilla|76523
Deanville|77852
Del Valle|78617
Devine|78016
Dilley|78017
Dime Box|77853
Dinero|78350
Doss|78618
Driftwood|78619
Dripping Springs|78620
Eagle Lake|77434
Ecleto|78111
Eddy|76524
Edna|77957
Elgin|78621
Ellinger|78938
Elmendorf|78112
Evant|76525
Falls City|78113
Fannin|77960
Fayetteville|78940
Fentress|78622
Fischer|78623
Flat|76526
Flatonia|78941
Florence|76527
Floresville|78114
Fort Hood|76544
Fowlerton|78021
Fredericksburg|78624
Fredonia|76842
Ganado|77962
Garwood|77442
Gatesville|76528 76596 76597 76598 76599
Gause|77857
George West|78022
Georgetown|78626 78627 78628 78633
Geronimo|78115
Giddings|78942
Gillett|78116
Glidden|78943
Goldthwaite|76844
Goliad|77963
Gonzales|78629
Granger|76530
Hallettsville|77964
Harker Heights|76548
Harper|78631
Harwood|78632
Hearne|77859
Heidenheimer|76533
Helotes|78023
Hext|76848
Hobson|78117
Hochheim|77967
Holland|76534
Hondo|78861
Horseshoe Bay|78657
Hunt|78024
Hutto|78634
Hye|78635
Industry|78944
Inez|77968
Ingram|78025
Jarrell|76537
Johnson City|78636
Jourdanton|78026
Junction|76849
Karnes City|78118
Kelly Usa|78262
Kempner|76539
Kendalia|78027
Kenedy|78119
Kenney|77452
Kerrville|78028 78029
Killeen|76540 76541 76542 76543 76545 76546 76547 76549
Kingsbury|78638
Kingsland|78639
Knippa|78870
Kyle|78640
La Coste|78039
La Grange|78945
La Salle|77969
La Vernia|78121
Lackland A F B|78236
Lampasas|76550
Leakey|78873
Leander|78641 78645 78646
Ledbetter|78946
Leesville|78122
Leming|78050
Lexington|78947
Liberty Hill|78642
Lincoln|78948
Lissie|77454
Little River Academy|76554
Llano|78643
Lockhart|78644
Lometa|76853
London|76854
Lott|76656
Louise|77455
Luling|78648
Lyons|77863
Lytle|78052
Macdona|78054
Manchaca|78652
Manor|78653
Marble Falls|78654
Marion|78124
Martindale|78655
Mason|76856
Maxwell|78656
Mc Dade|78650
Mc Neil|78651
Mc Queeney|78123
Mcfaddin|77973
Medina|78055
Meyersville|77974
Mico|78056
Milano|76556
Mineral|78125
Moody|76557
Moore|78057
Moulton|77975
Mound|76558
Mountain Home|78058
Muldoon|78949
Mumford|77867
Nada|77460
Natalia|78059
New Braunfels|78130 78131 78132 78135
New Ulm|78950
Nixon|78140
Nolanville|76559
Nordheim|78141
Normanna|78142
Nursery|77976
Oakland|78951
Oakville|78060
Oglesby|76561
Ottine|78658
Paige|78659
Pandora|78143
Panna Maria|78144
Pawnee|78145
Pearsall|78061
Peggy|78062
Pendleton|76564
Pettus|78146
Pflugerville|78660 78691
Pipe Creek|78063
Placedo|77977
Pleasanton|78064
Plum|78952
Pontotoc|76869
Poteet|78065
Poth|78147
Prairie Lea|78661
Purmela|76566
Randolph A F B|78150
Red Rock|78662
Richland Springs|76871
Rio Frio|78879
Rio Medina|78066
Rock Island|77470
Rockdale|76567
Rogers|76569
Rosanky|78953
Rosebud|76570
Round Mountain|78663
Round Rock|78664 78665 78680 78681 78682 78683
Round Top|78954
Runge|78151
Sabinal|78881
Saint Hedwig|78152
Salado|76571
San Antonio|78201 78202 78203 78204 78205 78206 78207 78208 78209 78210 78211 78212 78213 78214 78215 78216 78217 78218 78219 78220 78221 78222 78223 78224 78225 78226 78227 78228 78229 78230 78231 78232 78233 78234 78235 78237 78238 78239 78240 78241 78242 78243 78244 78245 78246 78247 78248 78249 78250 78251 78252 78253 78254 78255 78256 78257 78258 78259 78260 78261 78263 78264 78265 78266 78268 78269 78270 78278 78279 78280 78283 78284 78285 78286 78287 78288 78289 78291 78292 78293 78294 78295 78296 78297 78298 78299
San Marcos|78666 78667
San Saba|76877
Schertz|78154
Schulenburg|78956
Schwertner|76573
Seguin|78155 78156
Sheridan|77475
Shiner|77984
Smiley|78159
Smithville|78957
Snook|77878
Somerset|78069
Somerville|77879
Spicewood|78669
Spring Branch|78070
Staples|78670
Star|76880
State Board Of Insurance|78786
Stockdale|78160
Stonewall|78671
Sublime|77986
Sutherland Springs|78161
Sweet Home|77987
Tarpley|78883
Taylor|76574
Telegraph|76883
Telferner|77988
Temple|76501 76502 76503 76504 76505 76508
Thomaston|77989
Thorndale|76577
Thrall|76578
Three Rivers|78071
Tilden|78072
Tow|78672
Troy|76579
Tuleta|78162
Universal City|78148
Utopia|78884
Uvalde|78801 78802
Valley Spring|76885
Vanderbilt|77991
Vanderpool|78885
Victoria|77901 77902 77903 77904 77905
Voca|76887
Von Ormy|78073
Waelder|78959
Walburg|78673
Warda|78960
Waring|78074
Warrenton|78961
Weesatche|77993
Weimar|78962
Weir|78674
West Point|78963
Westhoff|77994
Whitsett|78075
Willow City|78675
Wimberley|78676
Wrightsboro|78677
Yancey|78886
Yoakum|77995
Yorktown|78164
', '(?n)^([^|]+)\|.*' || v_zip))[1];
end
$$;
comment on function private.city_of_zip(text) is 'The city of a ZIP code of Central Texas; null for anything else.';

-- Who may call what.
grant execute on function private.city_of_zip(text) to authenticated, service_role;
